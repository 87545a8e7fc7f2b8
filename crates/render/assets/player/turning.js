// Positions and orientations of shapes at a frame.
//
//   heading φ          e₁ = (cos φ, sin φ, 0),  e₂ = (0, 0, 1),  e₃ = e₁ × e₂                    (1)
//   spin θ             the spoke that was up goes forward: e₂ → cos θ e₂ + sin θ e₁              (2)
//   euler313 (φ, θ, ψ) B = Rz(φ) Rx(θ) Rz(ψ)                                                     (3)
//
// A matrix is a list of nine numbers, row by row; its columns are the axes of the body.

/** The value of a channel at a frame; a channel of one number is constant. */
function valueAt(run, channel, frame) {
  const values = run.channels[channel];
  return values.length === 1 ? values[0] : values[frame];
}

/** A point, or a list of numbers, at a frame. */
function pointAt(run, channels, frame) {
  return channels.map((channel) => valueAt(run, channel, frame));
}

function multiply(a, b) {
  const product = [];
  for (let i = 0; i < 3; i++) {
    for (let j = 0; j < 3; j++) {
      product.push(a[3 * i] * b[j] + a[3 * i + 1] * b[3 + j] + a[3 * i + 2] * b[6 + j]);
    }
  }
  return product;
}

/** The column of a matrix. */
function axis(matrix, j) {
  return [matrix[j], matrix[3 + j], matrix[6 + j]];
}

function turnZ(angle) {
  const [c, s] = [Math.cos(angle), Math.sin(angle)];
  return [c, -s, 0, s, c, 0, 0, 0, 1];
}

function turnX(angle) {
  const [c, s] = [Math.cos(angle), Math.sin(angle)];
  return [1, 0, 0, 0, c, -s, 0, s, c];
}

/** The orientation of a wheel: heading, then spin, (1) and (2). */
function wheel(heading, spin) {
  const [c, s] = [Math.cos(heading), Math.sin(heading)];
  const upright = [c, 0, s, s, 0, -c, 0, 1, 0]; // (1)
  return multiply(upright, turnZ(-spin)); // (2)
}

/** The orientation of a shape at a frame. */
function orientationAt(run, shape, frame) {
  if (shape.rotation) return pointAt(run, shape.rotation, frame);
  if (shape.euler313) {
    const [phi, theta, psi] = pointAt(run, shape.euler313, frame);
    return multiply(multiply(turnZ(phi), turnX(theta)), turnZ(psi)); // (3)
  }
  const heading = shape.heading === undefined ? 0 : valueAt(run, shape.heading, frame);
  const spin = shape.spin === undefined ? 0 : valueAt(run, shape.spin, frame);
  return shape.kind === "disk" ? wheel(heading, spin) : turnZ(heading + spin);
}

/** a + s b */
function along(a, s, b) {
  return [a[0] + s * b[0], a[1] + s * b[1], a[2] + s * b[2]];
}
