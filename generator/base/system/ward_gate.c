/* ward_gate.c: see ward_gate.h. */
#define _GNU_SOURCE
#include "base/system/ward_gate.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

void ward_gate_make(int ends[2])
{
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0)
    ends[0] = ends[1] = -1;
}

/* --- a message with a descriptor --- */

typedef union HandedOver {
  char bytes[CMSG_SPACE(sizeof(int))];
  struct cmsghdr align;
} HandedOver;

void ward_gate_enter(int talk)
{
  HandedOver part;
  struct iovec text = {"", 1};
  struct msghdr message = {.msg_iov = &text,
                           .msg_iovlen = 1,
                           .msg_control = part.bytes,
                           .msg_controllen = sizeof part.bytes};
  assert(talk >= 0);
  int asks = seccomp_watch();
  memset(&part, 0, sizeof part);
  struct cmsghdr *head = CMSG_FIRSTHDR(&message);
  head->cmsg_level = SOL_SOCKET;
  head->cmsg_type = SCM_RIGHTS;
  head->cmsg_len = CMSG_LEN(sizeof asks);
  memcpy(CMSG_DATA(head), &asks, sizeof asks);
  /* Where it cannot be sent nobody has it: calls fail, and nobody waits. */
  if (asks >= 0) (void)!sendmsg(talk, &message, 0);
  if (asks >= 0) close(asks);
  close(talk);
}

static void ward_gate_hear(WardGate *gate)
{
  HandedOver part;
  char byte;
  struct iovec text = {&byte, 1};
  struct msghdr message = {.msg_iov = &text,
                           .msg_iovlen = 1,
                           .msg_control = part.bytes,
                           .msg_controllen = sizeof part.bytes};
  ssize_t n = recvmsg(gate->talk, &message, MSG_CMSG_CLOEXEC);
  struct cmsghdr *head = n > 0 ? CMSG_FIRSTHDR(&message) : NULL;
  if (head && head->cmsg_type == SCM_RIGHTS)
    memcpy(&gate->asks, CMSG_DATA(head), sizeof gate->asks);
  close(gate->talk);
  gate->talk = -1;
}

/* --- in the process that watches --- */

WardGate ward_gate_begin(int talk, pid_t watched, int room)
{
  assert(watched > 0);
  return (WardGate){
      .talk = talk, .asks = -1, .watched = watched, .room = room};
}

void ward_gate_poll(const WardGate *gate, struct pollfd *wanted)
{
  bool is_waiting = gate->is_full || gate->is_ending;
  int fd = gate->asks >= 0 ? gate->asks : gate->talk;
  *wanted = (struct pollfd){.fd = is_waiting ? -1 : fd, .events = POLLIN};
}

static bool ward_gate_is_watched(const WardGate *gate, pid_t thread)
{
  char path[64];
  snprintf(path, sizeof path, "/proc/%ld/task/%ld", (long)gate->watched,
           (long)thread);
  return access(path, F_OK) == 0;
}

void ward_gate_pass(WardGate *gate, const struct pollfd *ready)
{
  if (!ready->revents) return;
  if (gate->asks < 0) {
    ward_gate_hear(gate);
    return;
  }
  if (!(ready->revents & POLLIN)) { /* all who could ask have ended */
    close(gate->asks);
    gate->asks = -1;
    return;
  }
  if (!seccomp_take(gate->asks, &gate->ask)) return;
  gate->is_ending =
      gate->ask.is_end && ward_gate_is_watched(gate, gate->ask.thread);
  gate->is_full =
      !gate->ask.is_end && !gate->is_shut && gate->room-- <= 0;
  if (!gate->is_ending && !gate->is_full)
    seccomp_answer(gate->asks, &gate->ask, gate->ask.is_end || !gate->is_shut);
}

void ward_gate_open(WardGate *gate, int room)
{
  if (gate->is_ending || gate->is_full)
    seccomp_answer(gate->asks, &gate->ask, true);
  gate->is_ending = gate->is_full = false;
  gate->room = room;
}

void ward_gate_leave(WardGate *gate)
{
  gate->is_ending = gate->is_full = false;
}

void ward_gate_shut(WardGate *gate)
{
  if (gate->is_full) seccomp_answer(gate->asks, &gate->ask, false);
  gate->is_full = false;
  gate->is_shut = true;
}

void ward_gate_end(WardGate *gate)
{
  if (gate->asks >= 0) close(gate->asks);
  if (gate->talk >= 0) close(gate->talk);
  gate->asks = gate->talk = -1;
}
