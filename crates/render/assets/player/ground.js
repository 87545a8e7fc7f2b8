// The ground: lines at round distances in a plane, so many that they lie under all of a scene.
//
//   P(s, t) = at + s a + t b,   s₀ ≤ s ≤ s₁,   t₀ ≤ t ≤ t₁                                      (1)
//
// A camera that sees the corners of (1) cuts nothing off.

/** Grids at most so many squares wide. */
const SQUARES = 16;

function dot(a, b) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

/** The whole squares of a plane that cover a box. */
function covering({ low, high, widest }, at, a, b) {
  const decade = 10 ** Math.floor(Math.log10(widest / 4));
  const step = [1, 2, 5, 10].map((k) => k * decade).find((d) => widest / d <= SQUARES);
  const corners = [0, 1, 2, 3, 4, 5, 6, 7].map((k) => low.map((v, i) => ((k >> i) & 1 ? high[i] : v)));
  const ends = (axis) => {
    const places = corners.map((p) => dot(along(p, -1, at), axis) / step);
    return [Math.floor(Math.min(...places) + 1e-6) * step, Math.ceil(Math.max(...places) - 1e-6) * step];
  };
  return { across: ends(a), up: ends(b), step };
}

/** Ten squares a side. */
function square(size) {
  return { across: [-size / 2, size / 2], up: [-size / 2, size / 2], step: size / 10 };
}

/** The grid of a plane of `view`: as wide as it says, or as the scene. */
function gridOf(plane, reach) {
  return plane.size ? square(plane.size) : covering(reach, plane.at, axis(plane.turn, 0), axis(plane.turn, 1));
}

/** The ground of a scene that says none: z = 0, or the lowest place of a scene that lies below it. */
function levelOf(reach) {
  const z = reach.low[2] < -0.15 * reach.widest ? reach.low[2] : 0;
  return { at: [0, 0, z], turn: turnZ(0) };
}

/** A point of (1). */
function onGround(plane, s, t) {
  return along(along(plane.at, s, axis(plane.turn, 0)), t, axis(plane.turn, 1));
}

/** A box that holds another one and the corners of some grids. */
function widened({ low, high }, planes, grids) {
  const box = { low: [...low], high: [...high] };
  grids.forEach(({ across, up }, k) => across.forEach((s) => up.forEach((t) => {
    onGround(planes[k], s, t).forEach((v, i) => {
      box.low[i] = Math.min(box.low[i], v);
      box.high[i] = Math.max(box.high[i], v);
    });
  })));
  return box;
}

function drawGrid(brush, plane, { across, up, step }) {
  const line = (from, to) => brush.line([onGround(plane, ...from), onGround(plane, ...to)], brush.colours.grid, 1);
  // Rounding of huge places must not make lines without end.
  const count = ([low, high]) => Math.min(64, Math.round((high - low) / step));
  for (let k = 0; k <= count(across); k++) line([across[0] + k * step, up[0]], [across[0] + k * step, up[1]]);
  for (let k = 0; k <= count(up); k++) line([across[0], up[0] + k * step], [across[1], up[0] + k * step]);
}
