/* thresholds.h: every number by which the runtime decides, in one place.
 *
 * Each line says what its number decides. Sections are rooms, and within a room
 * the files that use them; a file elsewhere may read a threshold, too. Sizes of
 * messages and of memory for solvers decide nothing and stand where they are
 * used. Values that hold for one model only come from the model (model.h).
 */
#ifndef FOUCAULT_THRESHOLDS_H
#define FOUCAULT_THRESHOLDS_H

/* --- core: the tolerance of one step --------------------------------------- */

/* Steps of a run with order 5 grow in number with this power of the tolerance,
 * turned around; a step has so much less of it. */
#define STEP_TOLERANCE_POWER (1.0 / 6)
/* Below this a step is rounding. */
#define STEP_TOLERANCE_LEAST 1e-13

/* --- evaluate: one evaluation of the model ------------------------------- */

/* Evaluations at one time while delay times change by them. */
#define DELAY_MOST_ROUNDS 20
/* Points that are kept of one delay. */
#define DELAY_ROOM 8192
/* Points in the longest time of a delay: closer ones take the place of the
 * last. */
#define DELAY_POINTS 2000
/* Steps in the time of a delay: an integrator does not know how fast x
 * changes, if x is not a state. */
#define DELAY_FEWEST_STEPS 10
/* What reading a delayed value may be off by, in tolerances; and steps in the
 * time of a delay that are not exceeded for it: noise does not get smaller with
 * them. */
#define DELAY_TOLERANCES 2
#define DELAY_MOST_STEPS 500
/* Points that say how long these steps may be. */
#define DELAY_LOOKED_AT 16
/* A slope that changes by more than this part of it has jumped. */
#define DELAY_KINK 1e-9
/* Points that are kept of how one delay's past changes with parameters, and
 * how far away, in steps, their slopes are looked at; at least this part of the
 * longest delay. */
#define DELAY_DIRECTION_ROOM 4096
#define DELAY_DIRECTION_WAY 1e-5
#define DELAY_WAY_LEAST 1e-7
/* Points that are kept of one line. */
#define TRANSPORT_ROOM 8192
/* Points closer than this part of the line take the place of the last. */
#define TRANSPORT_SPACING (1.0 / 4000)
/* The longest step, in parts of the line at the highest speed so far. */
#define TRANSPORT_LONGEST (1.0 / 200)
/* For how many of them an importer may go without an event. */
#define TRANSPORT_ROOMY 20
/* Iterations for the time at which a point has entered. */
#define TRANSPORT_MOST_SEARCHES 60
/* Two points are of one motion where the mean speed explains their
 * distance up to this part. */
#define TRANSPORT_ONE_MOTION 0.5
/* The first look ahead of a failure, in parts of the longest step. */
#define FAILURE_FIRST_LOOK 1e-9
/* Each further look is so many times farther. */
#define FAILURE_LOOK_GROWTH 10
/* Variables that are named where an event iteration does not end. */
#define FAILURE_MOST_NAMED 3
/* Part of a turn of a for-loop that may be missing by rounding. */
#define FUNCTION_TURN_ROUNDING 1e-9
/* Step of differences, in parts of an argument. */
#define FUNCTION_DIFFERENCE 6e-6
/* Roundings by which a function of the C library may be off. */
#define INTERVAL_LIBRARY 4.0
/* Whole exponents below this are seen as such. */
#define INTERVAL_WHOLE 1e6
/* Whole exponents up to this are products in a Taylor series. */
#define SERIES_MOST_POWER 64

/* --- blocks: the solution of one algebraic loop -------------------------- */

/* Blocks up to this size can be factored dense where sparse factors do not
 * find room. */
#define BLOCK_MOST_DENSE 1000
/* Room for sparse factors: so many times what is expected, */
#define BLOCK_ROOM_BY_FILL 4.0
/* and so many entries for each unknown. */
#define BLOCK_ROOM_BY_SIZE 8.0
/* From so many columns on, columns are eliminated in panels. */
#define DENSE_PANELS_PAY 40
/* The preferred row is the pivot while it is not smaller than this part of
 * the largest; */
#define SPARSE_PREFERRED 1e-2
/* where it is not, the shortest row is that is not smaller than this part; */
#define SPARSE_LARGE 0.1
/* old pivots serve again while they are not smaller than this part. */
#define SPARSE_KEPT 1e-3
/* A pivot so many times larger than its column was has lost as many
 * digits. */
#define SPARSE_MOST_GROWTH 1e6
/* Equations that are left out agree with the others below this residual,
 * scaled. */
#define LINEAR_AGREES 1e-9
/* What is left of an equation, in parts of the largest one, counts as
 * nothing. */
#define DEFICIENT_NOTHING_LEFT 1e-11
/* Iterations of one attempt. */
#define NEWTON_MOST_ITERATIONS 50
/* Halvings of one step until the residual has become smaller. */
#define NEWTON_MOST_HALVINGS 30
/* Corrections below this, relative to the unknown or its nominal value,
 * are the last. */
#define NEWTON_CONVERGED 1e-13
/* Below this quadratic convergence has set in: corrections that no longer
 * shrink are rounding. */
#define NEWTON_SMALL 1e-8
/* Iterations without line search. */
#define NEWTON_MOST_FREE 20
/* How far beside a guess another attempt begins, in parts of nominal
 * values; */
#define NEWTON_BESIDE 1e-3
#define NEWTON_BESIDE_LONGEST 1.0 /* the first step from there */
/* each neighbour is so much nearer than the one before, in a round of */
#define NEWTON_BESIDE_CHANGE 0.37
/* so many unknowns. */
#define NEWTON_BESIDE_ROUND 5
/* In initialization, in units of the unknowns: a step may pass a solution if it
 * is longer than */
#define NEAREST_LONG 2.0
/* and leads further than */
#define NEAREST_CLOSE 1.0
/* Another solution is the nearer one where it is at this part of the way. */
#define NEAREST_PART 0.5
/* A step that leads to the nearest solution bends by this part of itself at
 * most (Kantorovich). */
#define NEAREST_BEND 0.5
/* How far beside a double root the curvature of the equations is measured, in
 * units of the unknowns. */
#define DOUBLE_BESIDE 1e-3
/* Steps to it. */
#define DOUBLE_STEPS 3
/* A solution as near to its guess, relative to the unknowns, is the one
 * that was expected. */
#define NEWTON_CLOSE 0.01
/* A bound shortens a step to this part of it at least, */
#define NEWTON_SHORTEST_TO_BOUND 1e-3
/* and leads to this part of the way to the bound. */
#define NEWTON_PART_TO_BOUND 0.95
/* A step is good where the residual falls by this part of what its length
 * promises (Armijo). */
#define NEWTON_DECREASE 1e-4
/* Blocks with fewer unknowns are factored as fast as residuals are
 * computed. */
#define CHORD_FEWEST_UNKNOWNS 10
/* Solutions that begin with the same factors. */
#define CHORD_MOST_SOLUTIONS 20
/* The slowest decrease of corrections: a part of the one before. */
#define CHORD_SLOWEST 0.2
/* What is left may be this part of what counts as converged. */
#define CHORD_REMAINING 0.1
/* So many corrections, */
#define CHORD_FEW_CORRECTIONS 4
/* and one more for so many entries of the factors in a column, */
#define CHORD_WIDTH 8
/* cost half as much as new factors; never more than this. */
#define CHORD_MOST_CORRECTIONS 20
/* A correction above this part of the one before is taken back. */
#define CHORD_TURNED 0.5
/* Steps longer than this times the last one are too far for a straight
 * line. */
#define GUESS_LONGEST 3.0
/* Below this part of the longest of the last steps solutions may jump. */
#define GUESS_SHORT 1e-4
/* By this factor what counts as the longest fades with each step. */
#define GUESS_FADING 0.95
/* Farther than this part of its size from where the last two points lead
 * an unknown has jumped. */
#define GUESS_FAR 0.5
/* Products of pivots outside of these bounds are scaled: one more factor of
 * usual size does not lead out of the range of numbers. */
#define DETERMINANT_LEAST 1e-100
#define DETERMINANT_MOST 1e100
/* A determinant below this part of its largest so far, or the tolerance if
 * that is less, has nearly vanished: branches meet. */
#define TRACK_RESOLVED 4e-6
/* But not below this part: rounding hides how solutions differ there. */
#define TRACK_ROUNDED 4e-7
/* Nor is one that has fallen by fewer powers of two since the anchor. */
#define TRACK_VANISHED 6.0
/* One that is smaller than the largest by so many is rounding, where something
 * was open (block_open.h). */
#define TRACK_NOTHING 33.0
/* So many powers of two above that it is clear of such a place. */
#define TRACK_CLEAR 2.0
/* Powers of two by which the largest so far fades with each point, */
#define TRACK_FADING 0.01
/* and how much it changes from one to the next. */
#define TRACK_FADING_FAST 0.25
/* A fall by so many powers of two from one accepted point to the next is
 * followed, */
#define TRACK_FALLS 6.0
/* by so many from one point on a track to the next is too much. */
#define TRACK_FALL 1.2
/* One of a block of so many unknowns at most (of larger ones it changes with
 * everything) is followed where it is less than so many powers of two above its
 * changes, */
#define TRACK_SMALL 8
#define TRACK_PACES 1.0
/* and one that would have fallen to this part by now. */
#define TRACK_FORESEEN 0.25
/* Where it has fallen by so many on a track that ends, branches may meet. */
#define TRACK_FOLDED 12.0
/* A solution that is farther from its guess, in parts of its size, is followed,
 */
#define TRACK_UNEXPECTED 0.02
/* unless each correction was below this part of the one before. */
#define TRACK_DOUBTED 0.1
/* Accepted points after which another anchor is taken nevertheless, */
#define TRACK_OLDEST 5
/* and evaluations in Model Exchange. */
#define TRACK_OLDEST_EVALUATION 100
/* Half-way a solution is in the middle up to this part of its change, */
#define TRACK_HALFWAY 0.02
/* and the determinant no farther below, in powers of two. */
#define TRACK_HALFWAY_FALL 0.1
/* The first point on a track, as a part of it, */
#define TRACK_FIRST 0.125
/* changes the determinant by so many powers of two at most. */
#define TRACK_FIRST_CHANGE 0.5
/* Points on a track. */
#define TRACK_MOST_POINTS 300
/* The shortest part of a track from one to the next. */
#define TRACK_SHORTEST 1e-11
/* Where that does not do: the first look beyond the place, */
#define TRACK_BEYOND 1e-9
/* from guesses so far aside, in parts of the sizes. */
#define TRACK_ASIDE 0.01
/* and no farther. */
#define TRACK_ASIDE_MOST 0.1
/* Where it is within so many powers of two from vanishing a track that goes no
 * further has come to such a place. */
#define TRACK_FAR 8.0
/* So many powers of two below that no point on a track says anything. */
#define TRACK_LEAST 2.0
/* How fast a determinant falls is measured from one point to another so many
 * powers of two below. */
#define TRACK_MARKED 2.0
/* Branches cross where it passes zero as fast, but for so many powers of two, */
#define TRACK_TOUCHES 0.5
/* to as much beyond it as there was before, but for so many. */
#define TRACK_MIRRORED 0.4
/* A second correction above this part of the first shows that another solution
 * is within seven times the first of the guess (Kantorovich, 1/4 by his
 * measure). */
#define TRACK_CONTRACTS 0.1
/* Where branches are one, and slopes may have no limit, a solution is expected
 * up to this multiple of its change, */
#define TRACK_STEEPER 4.0
/* elsewhere up to this part, */
#define TRACK_STRAIGHT 0.2
/* in which those of the other unknowns count so much; */
#define TRACK_OTHERS 0.05
/* where branches are apart it may be off by this part of its size; */
#define TRACK_FLAT 1e-4
/* solutions are rounded to this part of their sizes, and to more in the measure
 * that the determinant vanishes. */
#define TRACK_ROUNDING 1e-15
/* Changes above so many such roundings have a slope. */
#define TRACK_STEEP 100.0
/* The next attempt, in parts of one that was refused; */
#define TRACK_SHORTER 0.5
/* where there is no solution; */
#define TRACK_MUCH_SHORTER 0.125
/* in parts of the way to where the determinant vanishes. */
#define TRACK_TOWARDS 0.55
/* By which factor they grow, */
#define TRACK_GROWTH 4.0
/* and where branches meet there. */
#define TRACK_BESIDE 1.3
/* Solutions that differ by less, relative to the unknowns, are the same. */
#define TRACK_SAME 1e-6
/* Steps along a branch. */
#define FOLLOW_MOST_STEPS 100
/* The end of the path is reached up to this part. */
#define FOLLOW_NEAR 1e-6
/* Moves that change no unknown by more than this, relative to itself, may
 * leave the path: kinks. */
#define FOLLOW_HARMLESS 1e-4
/* The shortest part of a step where residuals are not finite. */
#define FOLLOW_SHORTEST 1e-12
/* Steps along the path beyond a fold. */
#define GLOBAL_MOST_STEPS 200
/* A correction as small, relative to the unknowns, is near a solution. */
#define GLOBAL_NEAR 1e-6
/* The longest step, in parts of each unknown or its nominal value. */
#define GLOBAL_LONGEST 1.0
/* The shortest first step, the same: a guess may lie at the very fold. */
#define GLOBAL_FIRST 0.01
/* Larger blocks are not given to KINSOL. */
#define KINSOL_MOST_UNKNOWNS 500
/* Iterations of KINSOL. */
#define KINSOL_MOST_ITERATIONS 300L
/* Steps of one approach by corrections that shrink. */
#define NATURAL_MOST_STEPS 200
/* Unknowns of a loop of which sizes are tried that it may begin with. */
#define AFAR_MOST_UNKNOWNS 8
/* Where one equation has another sign: values from this part of the unknown or
 * its nominal value on, */
#define BRACKET_NEAREST (1.0 / 1024)
/* each twice as far as the one before, on both sides; */
#define BRACKET_MOST_DISTANCES 21
/* and halvings of the way there. */
#define BRACKET_MOST_HALVINGS 60
/* Steps along which the sum of squares of the residuals falls, */
#define DAMPED_MOST_STEPS 300
/* trials of one step, each with more damping, */
#define DAMPED_MOST_TRIALS 40
/* the first damping, in units of the rows and unknowns, */
#define DAMPED_FIRST 1e-3
/* the part of what was promised that a step has to gain, */
#define DAMPED_DECREASE 1e-4
/* and residuals that Newton's method takes over from. */
#define DAMPED_NEAR 1e-9
/* The part of the first step that is tried first. */
#define NATURAL_FIRST 0.01
/* A part that leads nowhere. */
#define NATURAL_SHORTEST 1e-8
/* A correction from which on Newton's method does the rest. */
#define NATURAL_NEAR 1e-4
/* Iterations of one attempt at the smallest change. */
#define LEAST_MOST_ITERATIONS 100
/* Halvings of one step. */
#define LEAST_MOST_HALVINGS 30
/* As NEWTON_CONVERGED, */
#define LEAST_CONVERGED 1e-13
/* as NEWTON_SMALL, */
#define LEAST_SMALL 1e-8
/* as NEWTON_DECREASE. */
#define LEAST_DECREASE 1e-4
/* Weight of what hardly counts. */
#define LEAST_LITTLE 1e-8
/* How far away from where nothing is determined another attempt begins. */
#define LEAST_NUDGE 1e-3
/* Equations depend on each other below this pivot, scaled. */
#define LEAST_DEPENDENT 1e-10
/* ... and in parts of what the residuals are off there, if that is no more
 * than the second */
#define LEAST_PIVOT_OFF 100
#define LEAST_NEARLY_MET 1e-5
/* Equations agree below this residual, scaled. */
#define LEAST_MET 1e-8
/* By this part the distance from the start values may grow by rounding. */
#define LEAST_WORSE 1e-6
/* Step of differences of the Jacobian, in parts of the unknowns. */
#define LEAST_DIFFERENCE 1e-5

/* --- evaluate: bounds ------------------------------------------------------ */

/* Beyond min or max by so many tolerances is an error of the integrator. */
#define BOUND_ERRORS 10.0
/* Beyond it by this part of itself a parameter is there by rounding. */
#define BOUND_ROUNDING 1e-12

/* --- states: the choice of states ---------------------------------------- */

/* By this factor what was the largest value fades with each step, */
#define SCALE_FADING 0.9
/* and by this one where the sign has changed in the last steps: */
#define SCALE_FADING_SWING 0.995
/* in so many. */
#define SCALE_SWINGS 300
/* The same of what has never changed its sign. */
#define SCALE_LONG_AGO 1e9
/* What is small beside others of its group is resolved down to this part of
 * them. */
#define SCALE_PART_OF_GROUP 1e-3
/* It may become so many times larger than it was in the last steps. */
#define SCALE_ROOM 10.0
/* Errors add up to so many tolerances: below that a value may have any sign. */
#define CHANCE_ERRORS 10.0
/* After so many steps there it is lost, */
#define CHANCE_STEPS 2
/* and at so many times that it is there again. */
#define CHANCE_LEAVES 10.0
/* The part of its slope that is not its own, where a force moves it. */
#define CHANCE_FORCED 0.5
/* What is smaller than that and grows by itself is followed by steps of this
 * part of the time in which it grows by e, */
#define CHANCE_STEP 0.1
/* looked at where a step may become longer than that: by this factor at most, */
#define CHANCE_AHEAD 10.0
/* by this one after the first, */
#define CHANCE_AHEAD_OF_FIRST 1e4
/* for so many steps in a run. */
#define CHANCE_MOST_STEPS 5000
/* So many steps after it was found to do so, or not to grow at all, it is looked
 * at again, */
#define CHANCE_TRUSTED 20
/* and after so many at most where something else moves it. */
#define CHANCE_MOST_SKIPPED 640
/* Sizes above this part of the nominal value are not what makes steps fail. */
#define SCALE_SMALL_PART 1e-2
/* By this factor the size that a slope at the start stands for. */
#define SCALE_SLOPE_FADING 0.5
/* Steps below this part of the usual one are short, */
#define SCALE_SHORT_STEP 1e-3
/* and so many of them are too many; */
#define SCALE_MOST_SHORT 300
/* one that is not takes this part of their number away. */
#define SCALE_FORGETS 8
/* The longest step that counts, in usual ones. */
#define SCALE_LONGEST 10.0
/* A state that never reaches this part of the nominal value it is given is
 * reported, */
#define NOMINAL_SMALL 1e-2
/* if so many points were seen, */
#define NOMINAL_POINTS 10
/* and so many names. */
#define NOMINAL_NAMES 5
/* Nominal values are orders of magnitude: within this factor of the one that
 * is assumed a size is not reported to an importer. */
#define SCALE_DIFFERS 10.0
/* What was zero and moves is as large as this at least: less is rounding. */
#define SCALE_LEAST_REPORTED 1e-6
/* After so many steps rounding is measured again. */
#define SCALE_MEASURE 100
/* By this part states are shaken, to see what is rounding. */
#define SCALE_SHAKE 1e-15
/* What rounding adds up to in the longest step is this part of the tolerance,
 * turned around. */
#define SCALE_NOISE 10.0
/* What is zero at first is as large as its slope makes it in this part of the
 * longest step. */
#define SCALE_FIRST_TIME 1e-3
/* Above this max |S| states are exchanged after an accepted step, */
#define PIVOT_EXCHANGE 3.0
/* above this where the integrator goes on without a restart, */
#define PIVOT_EXCHANGE_FREE 1.2
/* above this an indicator has changed its sign, */
#define PIVOT_EVENT 5.0
/* and above this the step itself is not trusted. */
#define PIVOT_UNDO 30.0
/* Exchanges continue until no swap gains more than this. */
#define PIVOT_GAIN 1.05
/* Constraints are dependent where a pivot is below this part of the
 * largest. */
#define PIVOT_RANK 1e-10
/* Above this times the bound an indicator does not show how bad the choice
 * is. */
#define PIVOT_INDICATOR_LARGE 10.0
/* An indicator is never zero. */
#define PIVOT_INDICATOR_ZERO 1e-12
/* Pivots so many times above the limit need no closer look. */
#define PIVOT_RANK_MARGIN 10.0
/* Iterations for the chosen variables of a level. */
#define LEVEL_MOST_ITERATIONS 10
/* As NEWTON_CONVERGED, */
#define LEVEL_CONVERGED 1e-13
/* as NEWTON_SMALL. */
#define LEVEL_SMALL 1e-8
/* A second correction above this part of the first may lead to another
 * branch. */
#define LEVEL_CONTRACTION 0.25
/* Sets with so many constraints are large: max |S| is not measured at
 * every step. */
#define WATCH_LARGE 32
/* Steps for which a measurement is trusted, */
#define WATCH_MOST_STEPS 10
/* and by how much the sums may change meanwhile. */
#define WATCH_MOST_CHANGE 0.5
/* Directions that turn by more, as the sine of the angle, have jumped: a step
 * that is accurate turns a mechanism by less. */
#define TURN_MOST 0.7
/* S that changes by less, in parts of 1 and itself, goes straight on through a
 * crossing of branches. */
#define TURN_STRAIGHT 0.2
/* The longest step over a crossing, in tolerances of the largest values. */
#define TURN_CROSSING 30.0
/* Candidates move among themselves where their rates add up to less, in parts of
 * them. */
#define TURN_MOVED 1e-3
/* but for this part of the largest rate, which is rounding. */
#define TURN_ROUNDING 1e-12
/* A crossing within a step is enclosed until candidates move by this part of */
#define CROSS_ENCLOSED 0.5
/* this part of what they are. So near to it the directions are looked at on both
 * sides, where rounding, by its inverse square, hardly counts, */
#define CROSS_BESIDE 1e-6
/* and at so many times that distance. */
#define CROSS_BEYOND 8.0
/* They may lie outside of the step by this part of it. */
#define CROSS_BEYOND_ENDS 0.1
/* S is the same at these points where it differs by less, in parts of 1 and
 * itself. */
#define CROSS_SAME 0.01
/* No candidate moves by so many times that between both sides. */
#define CROSS_JOINS 30.0
/* The part of what is left at which it is looked at next, and how often. */
#define CROSS_HALF 0.4375
#define CROSS_MOST_HALVES 60
/* A constraint is singular in itself where its gradient is below this part of
 * its largest so far, or the tolerance, if that is less: an error of the states
 * may have led to the other branch. */
#define TURN_LEAST_GRADIENT 1e-6
/* A variable whose change differs by more than this part from what its
 * derivatives say has jumped. */
#define BRANCH_JUMP 0.2
/* Changes below so many tolerances are rounding, not jumps. */
#define BRANCH_NOISE 1000.0
/* Part of the nominal value below which a variable is small. */
#define BRANCH_NOMINAL 0.01
/* Above this length of a direction, in those of a new frame, it is
 * renewed: 75 degrees. */
#define COORDINATE_FRAME_RENEW 4.0
/* A direction depends on the others if less than this part of it is new. */
#define COORDINATE_FRAME_DEPENDENT 1e-12
/* Errors of many steps add up to so many tolerances of one. */
#define CONSTRAINT_MARGIN 30.0
/* Branches of a constraint may meet where its gradient vanishes within so many
 * distances of the states from the constraint. */
#define GRADIENT_ROOM 20.0
/* That is looked at where it is below this part of its largest in so many */
#define GRADIENT_SMALL 0.3
/* directions, */
#define GRADIENT_DIRECTIONS 4
/* in which each state moves by so much less than the one before, in a round of */
#define GRADIENT_MIXED 0.17
/* so many. */
#define GRADIENT_MIXED_ROUND 4
/* A gradient that is farther from where it was expected, in parts of itself, has
 * turned round. */
#define GRADIENT_BOUNCED 1.2
/* Iterations for the nearest point on the constraints. */
#define DRIFT_MOST_ITERATIONS 8
/* Steps this small, in parts of the tolerance, are the last; */
#define DRIFT_GOOD 1e-4
/* so are steps this small, */
#define DRIFT_SMALLEST 1e-14
/* and steps that no longer shrink, if this small in parts of the
 * tolerance. */
#define DRIFT_ROUNDING 1e-2
/* A direction is left out if less than this part of it is new. */
#define DRIFT_DEPENDENT 1e-8
/* Of PROJECT_INNER, per second: slower than the integrator, faster than
 * what carries states away. */
#define DRIFT_PULL_RATE 1.0
/* So many tolerances are worth an event in Model Exchange (PROJECT_STEP), */
#define DRIFT_TOO_FAR 100.0
/* and so many a warning (PROJECT_OFF): positions and velocities drift both, and
 * the curve has followed them for a while. */
#define DRIFT_WARNED 30.0
/* Where residuals have grown by less than this the distance is not computed
 * again, */
#define DRIFT_GROWS 1.1
/* unless it was above this part of what is reported, and so many points ago. */
#define DRIFT_NEAR 0.1
#define DRIFT_POINTS 10

/* --- loops on the boundary of a relation: block_edge.c, loop_edge.c ------- */

/* On the boundary, in parts of the nominal value of what is compared; */
#define EDGE_BAND 1e-11
/* a solution beside it is so many of these away; so many are still there. */
#define EDGE_OFF 3.0
/* It is found where z changes by no more than this part of it. */
#define EDGE_SAME 0.01
#define EDGE_STILL 1e3
/* How far beside it one begins, in the same parts, and how much residuals are
 * changed, in units of their rows; */
#define EDGE_ASIDE 1e-3
/* or, if that is less, so far in units of the unknowns; */
#define EDGE_WIDEST 0.1
/* a step for a slope, in parts of it or of an unknown. */
#define EDGE_STEP 1e-3
/* An equation below this part of the others does not say where it is. */
#define EDGE_NO_PART 1e-9
/* Steps of Newton's method, its last one, and the longest, in units of the
 * unknowns; */
#define EDGE_MOST_STEPS 20
#define EDGE_CONVERGED 1e-9
#define EDGE_LONGEST 10.0
/* beside the boundary a step may be so many times as long as Newton's, */
#define EDGE_FARTHEST 1e12
/* and goes so far towards it. */
#define EDGE_SHORT_OF 0.9
/* A determinant is clear of zero above this, as a binary logarithm below the
 * largest one; the boundary is left when it is so much beyond, in parts of it. */
#define EDGE_CLEAR 16.0
#define EDGE_MARGIN 1e-6
/* By so much more where there is nothing yet. */
#define EDGE_MARGIN_GROWTH 10.0
/* One is so much smaller, the same, where two solutions meet. */
#define EDGE_MEETS 4.0
/* ... and is so for sure where the determinants of both sides differ by more
 * binary digits than this. */
#define EDGE_MEETS_HERE 20.0
/* Two determinants that are the same, as binary logarithms. */
#define EDGE_ALIKE 1e-9
/* Events without a look at what is computed after a loop, where it has only
 * passed its boundary, or is still there. */
#define EDGE_LONGEST_PAUSE 31
#define EDGE_SHORT_PAUSE 3

/* --- events: what happens at one time ------------------------------------ */

/* Rounds of an event iteration: so many, and more where there are more
 * relations, which may follow from each other one by one. */
#define EVENT_MOST_ROUNDS 100
#define EVENT_ROUNDS_OF_RELATION 4
/* Relations that are named where it does not end. */
#define EVENT_MOST_NAMED 4
/* From this round on a crossing must pass zero by its band. */
#define EVENT_ROUNDS_WITHOUT_BAND 10
/* Half the hysteresis of a relation, in parts of its nominal value. */
#define EVENT_BAND 1e-12
/* Relations of one boundary change at the same place of a path, up to this
 * part. */
#define EVENT_PLACE_ROUNDING 1e-9
/* A constraint that differs by less than this part of what it adds up has not
 * jumped. */
#define JUMP_ROUNDING 1e-12
/* The same of an input that moves, in parts of the tolerance. */
#define JUMP_OF_INPUT 1e-3
/* States that change by less than this part are what they jump to. */
#define JUMP_GOOD 1e-12
/* An integral of a factor over a jump is good where it changes by less than this
 * part if all intervals are halved; so often at most. */
#define JUMP_INTEGRAL_GOOD 1e-12
#define JUMP_MOST_HALVINGS 8
/* Steps of Newton's method from before a jump to after it. */
#define JUMP_MOST_ROUNDS 50
/* Rounds until relations agree, beside two for each relation. */
#define PATH_ROUNDS 100
/* A way may come through a place again so often. */
#define PATH_MOST_TURNS 4
/* From this turn on it may lead back. */
#define PATH_TURN_BACK 2
/* A relation that contradicts itself by less than this part of its size is in
 * doubt by rounding alone; */
#define PATH_DOUBT 1e-8
/* it rests within so many of what it contradicts itself by. */
#define PATH_DOUBT_BAND 2
/* A part of the way this small is none. */
#define PATH_AT_ONCE 1e-9
/* Other guesses for the relations at the start, where a loop has no solution
 * with the first one. */
#define INITIAL_GUESSES_OF_RELATIONS 3
/* The first step of a homotopy, */
#define HOMOTOPY_FIRST_STEP 0.25
/* by which factor it grows after a solution, */
#define HOMOTOPY_GROWTH 2
/* by which it shrinks where there is none, */
#define HOMOTOPY_SHRINKAGE 4
/* and the shortest. */
#define HOMOTOPY_SHORTEST_STEP 1e-4
/* Start values that are named where initialization has changed them. */
#define START_MOST_MESSAGES 20
/* Changes below this part of a value, or of its nominal value, are none. */
#define START_NO_CHANGE 1e-9
/* A time event is reached up to so many roundings of its time. */
#define TIME_EVENT_ROUNDINGS 8
/* Runs of its tape in one search for the next change of a relation; */
#define TIME_SEARCH_WORK 4000
/* steps of Newton's method, each of which halves at least, to its root, */
#define TIME_SEARCH_MOST_STEPS 100
/* which is found up to so many roundings of the time. */
#define TIME_SEARCH_ROUNDINGS 4
/* Shorter parts of the run are not halved where nothing is proved. */
#define TIME_SEARCH_NARROWEST 1e-9
/* Shorter parts of a step are not halved where nothing is proved; */
#define STEP_LOOK_NARROWEST (1.0 / 1024)
/* so many parts of it are looked at for one relation. */
#define STEP_LOOK_WORK 60
/* The error of a step's polynomial, in parts of what its middle changes in
 * it, */
#define STEP_LOOK_MARGIN 0.25
/* and by rounding. */
#define STEP_LOOK_ROUNDINGS 8
/* A window around a step: so many times the extent of the step, */
#define STEP_LOOK_AHEAD 8
/* and this part of each state. */
#define STEP_LOOK_BESIDE 0.01
/* As long as the middle is not known: in parts of the extent of the curve. */
#define STEP_LOOK_LOOSE 0.05
/* A look at one relation costs as much as so many in a new window. */
#define STEP_LOOK_WORTH 16
/* Forcing is near to the polynomial through the ends of a step within this part
 * of what that is bent by, */
#define FORCING_SEEN 0.25
/* within so many tolerances of the largest value so far, */
#define FORCING_ERRORS 30.0
/* and if it is as little as this. */
#define FORCING_NOTHING 1e-60
/* A window ahead of a step: so many steps more at first, */
#define FORCING_AHEAD 8.0
/* at most so many, for steps that are not longer than so many times this one; */
#define FORCING_MOST_AHEAD 1024.0
#define FORCING_LONGER 8.0
/* after one that was not proved the next is tried when this has doubled to 1. */
#define FORCING_WAIT (1.0 / 16)
/* Parts of a step in which forcing is looked for. */
#define FORCING_WORK 200
/* So many names of parameters tell which one is not proved. */
#define FORCING_NAMES 4
/* The largest distance is known where no other is so many times larger. */
#define FORCING_KNOWN 2.0
/* What has turned out to be harmless is so again up to one part of this, */
#define FORCING_LEAST_PART 1e-3
/* for so many looks. */
#define FORCING_ALLOWED_STEPS 100
/* Where the model cannot be evaluated it moves by so many times what may be. */
#define FORCING_FAR 1000.0
/* Forcing is a polynomial of its own where the rest is below this part. */
#define FORCING_RESOLVED 0.1
/* A difference is zero up to rounding below so many times the error of its
 * computation. */
#define TIME_SEARCH_NOISE 8
/* Changes closer than this part of a step are quick; */
#define CHATTER_QUICK 1e-5
/* so many in a row are suspicious, */
#define CHATTER_FEW 6
/* so many are too many. */
#define CHATTER_MOST 300
/* A rest takes this part of a step, */
#define CHATTER_REST (1.0 / 200)
/* or this part of the run, whichever is longer. */
#define CHATTER_REST_OF_RUN (1.0 / 2500)
/* A small part of the run: it divided by this. */
#define CHATTER_PARTS_OF_RUN 500.0
/* The step where no communication step is known. */
#define CHATTER_STEP 1e-3
/* So many shrinking intervals in a row pile up where the last one is */
#define CHATTER_SHRINKING 4
/* this part of the first, */
#define CHATTER_SHRUNK 0.1
/* and this part of the run so far. */
#define CHATTER_INSTANT 5e-5
/* An interval below this part of the one before has shrunk. */
#define CHATTER_SHRINKS 0.98
/* So many steps of the integrator are looked at together: */
#define QUIET_WINDOW 100
/* they are slow where they are shorter, on average, than this part of a small
 * part of the run; */
#define QUIET_SLOW 1e-3
/* a condition that changes its value so often in them jumps from step to
 * step. */
#define QUIET_OFTEN 30
/* Conditions that may be awake, as generator/reduce/simplify/quiet_relations.h has it. */
#define QUIET_MOST_AWAKE 8
/* Slow windows in a row, with derivatives that jump and no condition that
 * does, are reported; */
#define QUIET_MOST_LOST 50
/* they end the run where more steps would have to follow. */
#define QUIET_HOPELESS 1e7
/* Contacts at the same time, in one instance. */
#define CONTACT_MOST 32
/* A bounce is too low where it clears the hysteresis less than so often. */
#define CONTACT_LOW_BOUNCE 100.0
/* So many tolerances off its boundary a motion does not touch it. */
#define CONTACT_FAR_OFF 100.0
/* Steps of differences: this part of a nominal value, */
#define CONTACT_STATE_STEP 1e-3
/* and of the time T in which a contact settles. */
#define CONTACT_TIME_STEP 0.05
/* A flight that importers may miss: so many times T. */
#define CONTACT_SHORT_FLIGHT 5.0
/* A state that jumps by less than this part of the largest jump does not. */
#define CONTACT_NO_JUMP 1e-9
/* Margin of the indicator, in parts of the first force. */
#define CONTACT_MARGIN 1e-9
/* Steps of differences of the force, in parts of a nominal value. */
#define CONTACT_FORCE_STEP 1e-3
/* Slides at the same time, in one instance. */
#define SLIDE_MOST 8
/* Steps of differences of crossings: no state moves by more, in parts of
 * its nominal value, */
#define SLIDE_STATE_STEP 1e-4
/* and none takes longer than a small part of the run divided by this. */
#define SLIDE_TIME_PARTS 10
/* So many tolerances off its boundary sliding ends. */
#define SLIDE_FAR_OFF 100.0
/* The time in which a slide settles, in small parts of the run. */
#define SLIDE_SETTLING 10.0
/* Rounds until relations that follow from each other are known. */
#define SLIDE_MOST_ROUNDS 10
/* A part of a slide is not outside of 0 .. 1 by less. */
#define SLIDE_MARGIN 1e-9
/* Derivatives that differ by less than this part are the same. */
#define SLIDE_SAME 1e-6

/* --- integrate: the way from one event to the next ----------------------- */

/* Squares of shorter steps, and parts of them, are no numbers any more. */
#define STEP_SHORTEST 1e-250
/* A communication point may be off by this part of the step, */
#define STEP_ROUNDING 1e-6
/* and this part of the time. */
#define STEP_TIME_ROUNDING 1e-11
/* A way shorter than so many roundings of the time is gone in one jump. */
#define STEP_AT_ONCE 100.0
/* A run that begins later counts time from there: the roundings of the time,
 * 1e-11 s, are what a solver may notice. */
#define CLOCK_FAR 1e5
/* Times that are further apart than this, in seconds or parts of the run, are
 * too coarse: events that pile up could not be told from each other. */
#define CLOCK_COARSE 1e-6
/* Steps of so many roundings of such a time are none. */
#define CLOCK_ROUNDINGS 4.0
/* CVODE and IDA report roots up to 100 roundings past the end of a step, as well
 * as steps that end before such a root. */
#define CLOCK_ROOT_ROUNDINGS 200.0
/* Steps on the way to one communication point. */
#define RUN_MOST_STEPS 100000000L
/* After so many of them */
#define RUN_LOOK_STEPS 20000L
/* the rest of the way is no longer than what lies behind, times this. */
#define RUN_FARTHEST 1e12
/* With relations a run begins with steps no longer than the run divided by
 * this. */
#define RUN_STEPS 500.0
/* After an event steps begin with the last intervals between events
 * divided by this, */
#define RUN_STEPS_AFTER_EVENT 50
/* not with less than this part of the longest step. */
#define RUN_SHORTEST_AFTER_EVENT 1e-9
/* Steps are no longer than a bounce divided by this. */
#define RUN_STEPS_PER_FLIGHT 20
/* So many steps in a row that do not change the time are a failure. */
#define STEP_MOST_STILL 50
/* Steps below this part of the longest one creep; */
#define STEP_CREEPING 1e-5
/* so many in a row are looked into, */
#define STEP_MOST_CREEPING 1000
/* and end the run where so many trial points were refused meanwhile. */
#define STEP_MOST_REFUSED 100L
/* Constraints nearly depend on each other below this pivot, in parts of
 * the largest: a run that creeps ends. */
#define NEARLY_DEPENDENT 1e-3
/* Below this no other choice of states helps. */
#define WHOLLY_DEPENDENT 1e-6
/* Times that steps from one point are undone, */
#define UNDO_MOST 5
/* and from points as near as those of steps that creep. */
#define UNDO_MOST_NEAR 20
/* After a step was undone, or a block has switched: steps of the way
 * divided by this. */
#define UNDO_PARTS 4
/* Times that a failed step is tried again before time has gone past it, */
#define RESCUE_MOST 3
/* with steps of the last good one divided by this; */
#define RESCUE_PARTS 100
/* the last good one counts as this part of the communication step at
 * least. */
#define RESCUE_SHORTEST 1e-3
/* A stride past the end of a loop's solution changes states by this part of
 * what the tolerance allows, */
#define RESCUE_STRIDE 0.1
/* which is not below this one: loops are not solved to the last digit, */
#define RESCUE_TOLERANCE 1e-6
/* after shorter ones, each a quarter of the next. */
#define RESCUE_STRIDES 12
/* Times that steps are shortened because a block has switched. */
#define SWITCH_MOST_RETURNS 10
/* Points within one step at which blocks are looked at. */
#define SWITCH_MOST_POINTS 500.0
/* The slope of the solver's curve inside of a step may be off by so many times
 * what the tolerance allows in one step. */
#define DEFECT_MOST 30.0
/* Points within one step at which it is looked at. */
#define DEFECT_MOST_POINTS 500.0
/* Newton's iteration of IDA: a first correction below this part of what is
 * allowed ends it, */
#define NEWTON_ZERO 1e-8
/* one that shrinks less has failed, */
#define NEWTON_SLOWEST 0.9
/* and with a new matrix so many times the correction may be left, */
#define NEWTON_UNKNOWN 20.0
/* or with an old one whose coefficients are not those of the step. */
#define NEWTON_CHANGED 100.0
/* Its matrix fits where the next correction is below this part of what is
 * allowed, */
#define NEWTON_NOTHING 1e-4
/* or where the model changes along a correction as it says, in
 * each unknown up to these parts of the unknown's correction and of all. */
#define NEWTON_OFF 0.5
#define NEWTON_OFF_ALL 0.05
/* Steps below this part of the long ones are a burst: something happens; */
#define BURST_SHORT 0.2
/* what counts as long fades by this factor with each step. */
#define BURST_FADING 0.99
/* It may come again, as short: so many looks in that time, */
#define BURST_LOOKS 2.0
/* and so many in the time since then. */
#define BURST_LOOKS_SINCE 20.0
/* Times in a row that a step is refused because of it. */
#define DEFECT_MOST_RETURNS 10
/* The parabola through an indicator is right to this part of its size:
 * steps may grow, */
#define CROSSING_GOOD 0.02
/* and wrong to this part: they shrink. */
#define CROSSING_BAD 0.06
/* So many bands of an indicator are rounding. */
#define CROSSING_ROUNDING 1e3
/* After so many steps that were made shorter, or began anew, it is measured
 * (crossing_noise.h); */
#define CROSSING_UNREST 10
/* more than this part of what a relation compares is no rounding. */
#define CROSSING_MOST_NOISE 1e-6
/* By which factor the limit of the steps grows, */
#define CROSSING_GROWTH 2
/* and to which part of the last step it shrinks. */
#define CROSSING_SHRINKAGE 0.5
/* Only a step longer than this part of the limit lets it grow. */
#define CROSSING_LONG_STEP 0.4
/* An extremum counts when it is nearer to zero than this part of both
 * ends. */
#define CROSSING_NEAR 0.5
/* An extremum this part of a step outside of the step counts, too, */
#define CROSSING_BESIDE 0.3
/* and is looked for at least this part inside. */
#define CROSSING_INSIDE 0.1
/* A better time that differs by less than this part of the step is none. */
#define CROSSING_SAME_TIME 1e-3
/* Bisections for the time of a crossing. */
#define CROSSING_MOST_BISECTIONS 100
/* A step in which bounds do not decide is made again in so many parts. */
#define CROSSING_PARTS 4
/* Looks at one suspect. */
#define CROSSING_MOST_LOOKS 4
/* Solvers find roots to so many roundings of the time and the step. */
#define CROSSING_ROOT 100
/* Linear blocks smaller than this are solved at every point, not by IDA. */
#define IMPLICIT_LARGE_BLOCK 10
/* The tolerance of an unknown of a loop is not below so many roundings of the
 * largest one of the same loop. */
#define IMPLICIT_ROUNDINGS 16
/* Where CVODE would make a step of this part of the last one or less, to have a
 * sixth of the error that is allowed, it does; it would wait for a step that
 * fails, and errors of steps would be one sixth or six sixths by chance. */
#define CVODE_STEP_SHRINKS 0.9
/* The same where it would grow by this factor. */
#define CVODE_STEP_GROWS 1.2
/* What Newton's iteration of CVODE may leave, in parts of the error that a step
 * may have. How fast it converges is told by the last step that took two
 * corrections, */
#define CVODE_NEWTON_LEFT 0.1
/* and is not what it was where an iteration has failed: less may be left. What
 * is left alternates from step to step as no solution does, and keeps order and
 * length of the steps low. */
#define CVODE_NEWTON_LEFT_CAREFUL 0.01
/* So many steps after a failure. */
#define CVODE_CAREFUL_STEPS 300
/* METHOD_AUTO: a model is stiff where more iterations of Adams' formulas have
 * failed; each one counts for a fiftieth less with every step. Stiff models
 * fail two to twenty times in 50 steps, others never. */
#define CVODE_STIFF 2.5
#define CVODE_STIFF_FADING 0.98
/* The same where more than this part of each correction is damped in the next, */
#define CVODE_DAMPED 0.12
/* on an average in which the last one counts so much. Where stability limits the
 * steps of order 3 to 6 it is 0.3 to 0.15, elsewhere a tenth of that. */
#define CVODE_DAMPED_NEWS 0.03
/* What is carried along has to be good for a guess, and for a history: in
 * tolerances of states. */
#define CVODE_SHARE_OF_OTHERS 10.0
/* Dependents as near to what their history says, in nominal values, have
 * kept their branch. */
#define CVODE_FORETOLD 1e-3
/* The norm of a vector is not less than this part of its largest number: up
 * to six numbers that is the root mean square anyway. */
#define NORM_PART 0.4
#define NORM_MEAN_MOST 6
/* The one-step method from one communication point to the next is good for this
 * part of what the tolerance allows. */
#define SHORT_WAY_ERROR 0.1
/* Ways that are left to the solver after attempts that were not. */
#define SHORT_WAY_MOST_SKIPPED 64
/* Communication steps without a change of inputs after which the solver takes
 * over. */
#define SHORT_WAY_MOST_QUIET 8
/* Longer vectors are added up in parts. */
#define VECTOR_SHORT 16
/* A phase between events of no more steps is one for the one-step method; after
 * so many steps of its own it gives up. */
#define ONE_STEP_FEW 40
#define ONE_STEP_MOST 12
/* Phases that are left to the other solver after that. */
#define ONE_STEP_MOST_SKIPPED 64
/* Its steps are as long as so many phases, */
#define ONE_STEP_REACH 3.0
/* of which the last one counts with this part. */
#define ONE_STEP_NEWS 0.25
/* A part of a phase that is not one. */
#define ONE_STEP_SHORT 0.1
/* The error of one step, in parts of what the tolerance allows, is aimed at and
 * is at most: */
#define ONE_STEP_AIM 0.5
#define ONE_STEP_ERROR 1.0
/* From one step to the next, and from one attempt to the next. */
#define ONE_STEP_GROWTH 5.0
#define ONE_STEP_SHRINKAGE 0.2
#define ONE_STEP_MOST_ATTEMPTS 8
/* The first step of all changes states by this part of what they are. */
#define ONE_STEP_FIRST 0.01
/* Slopes of its curve count over this part of the step. */
#define ONE_STEP_DEFECT 0.25
#define ONE_STEP_MOST_LOOKS 100

/* --- long_way.h ------------------------------------------------------------ */

/* A communication step that is this part of the run is a long way; more states
 * than this have larger vectors than are worth while. */
#define LONG_WAY_PART 0.25
#define LONG_WAY_MOST_STATES 1000
/* It is none where it takes fewer steps than these. */
#define LONG_WAY_LEAST 2.0
/* The next step is as long as gives this part of the error that is allowed, to
 * the power of an eighth; from one step to the next, and to the next attempt. */
#define LONG_WAY_AIM 0.9
#define LONG_WAY_GROWTH 6.0
#define LONG_WAY_SHRINKAGE 0.333
#define LONG_WAY_MOST_ATTEMPTS 20
/* How much the estimate of order 3 counts. */
#define LONG_WAY_THIRD 0.1
/* The first step: how far states move, in parts of their sizes. */
#define LONG_WAY_FIRST 0.01
#define LONG_WAY_SMALL 1e-5
/* Where a step times the rate at which slopes change is above this, stability
 * limits steps; so many of them show it, unless so many others come between. */
#define LONG_WAY_STABLE 4.5
#define LONG_WAY_STIFF 15
#define LONG_WAY_NOT_STIFF 6
/* Slopes of its curve count over this part of the step. */
#define LONG_WAY_DEFECT 0.25

/* --- fmi: the importer's calls -------------------------------------------- */

/* A tolerance that is larger than the model's by this part equals it. */
#define TOLERANCE_ROUNDING 1e-9
/* Finer ones are refused: the squares of what the integrator weighs its errors
 * by would not be numbers. */
#define TOLERANCE_LEAST 1e-30
/* A step of an importer that is off by no more than so many tolerances, by a
 * rule without an integration, is clear. */
#define IMPORTER_CLEAR 10.0
/* Steps that are off by so many tolerances together are reported, */
#define IMPORTER_FAR 1000.0
/* or by this part of the size where that is less, */
#define IMPORTER_MOST 0.05
/* but not by less than so many tolerances, */
#define IMPORTER_LEAST 50.0
/* nor by less than this part of the size: importers have tolerances of their
 * own, of which the FMU is not told. */
#define IMPORTER_LEAST_PART 1e-4
/* Evaluations for that in a run, */
#define IMPORTER_LOOKS 300
/* and this part of those that the importer asks for. */
#define IMPORTER_SHARE 0.125
/* Steps of an integration over one step. */
#define IMPORTER_MOST_STEPS 100

#endif
