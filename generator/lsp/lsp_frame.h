/* lsp_frame.h: messages out of a stream of bytes, and into one.
 *
 * Each message has a header of lines that end with "\r\n", one of them
 * "Content-Length: N", an empty line, and N bytes.
 *
 * fails   FRAME_FAULTY: no such header; everything up to its end, or what
 *         could be one, is passed over. FRAME_TOO_LONG: the message has more
 *         than FRAME_MOST bytes; they are passed over as they come
 */
#ifndef FOUCAULT_LSP_LSP_FRAME_H
#define FOUCAULT_LSP_LSP_FRAME_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define FRAME_MOST ((size_t)128 * 1024 * 1024)
enum { FRAME_HEADER_MOST = 8192 };

typedef enum FrameState {
  FRAME_INCOMPLETE,
  FRAME_MESSAGE,
  FRAME_FAULTY,
  FRAME_TOO_LONG
} FrameState;

typedef struct LspFrame {
  char *bytes; /* from malloc */
  size_t begin, end, room;
  uint64_t to_skip; /* bytes of a message that is too long */
} LspFrame;

/* False: not enough memory. */
bool lsp_frame_take(LspFrame *frame, const char *bytes, size_t n);
/* The next message; its bytes are good until the next call. To be called until
 * it is incomplete. */
FrameState lsp_frame_next(LspFrame *frame, const char **message, size_t *n);
void lsp_frame_end(LspFrame *frame);

/* False: the other side is gone. */
bool lsp_frame_write(const char *message, size_t n);

#endif
