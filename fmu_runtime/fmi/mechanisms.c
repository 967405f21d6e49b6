/* mechanisms.c: see mechanisms.h. */
#include "mechanisms.h"
#include "../blocks/block_guess.h"
#include "../blocks/block_track.h"
#include "../blocks/block_work.h"
#include "../events/contact.h"
#include "../events/events.h"
#include "../events/quiet.h"
#include "../events/slide.h"
#include "../functions/event_effects.h"
#include "../states/dummy_pivot.h"
#include "derivatives.h"
#include "points.h"

#define MECHANISM(number, name) extern const Mechanism name##_mechanism;
#include "../mechanisms.def"
#undef MECHANISM

static const Mechanism *const row[N_PARTS] = {
#define MECHANISM(number, name) [PART_##number] = &name##_mechanism,
#include "../mechanisms.def"
#undef MECHANISM
};

static const InstanceCall before_evaluation[] = {
    contact_forget, slide_forget, block_guess_begin,
    event_effects_before_evaluation, NULL};
static const InstanceCall after_evaluation[] = {
    block_guess_evaluated, block_track_evaluated, dummy_pivot_show, quiet_see,
    NULL};
static const InstanceCall parameters_changed[] = {block_work_forget, NULL};

const Mechanisms runtime_mechanisms = {
    derivatives_follow, points_evaluate,    row,           before_evaluation,
    after_evaluation,   parameters_changed, events_are_due};
