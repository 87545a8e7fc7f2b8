// Drawing of shapes on a canvas.

const SEGMENTS = 48;

/** A circle in space: centre, radius, and the two axes of its plane. */
function ring(centre, radius, a, b) {
  const points = [];
  for (let k = 0; k <= SEGMENTS; k++) {
    const angle = (2 * Math.PI * k) / SEGMENTS;
    points.push(along(along(centre, radius * Math.cos(angle), a), radius * Math.sin(angle), b));
  }
  return points;
}

class Brush {
  constructor(context, camera, colours) {
    Object.assign(this, { context, camera, colours });
  }

  path(points) {
    this.context.beginPath();
    points.forEach((p, i) => {
      const [x, y] = this.camera.see(p);
      if (i === 0) this.context.moveTo(x, y);
      else this.context.lineTo(x, y);
    });
  }

  /** A smooth curve through points (Catmull, Rom). */
  curve(points) {
    const seen = points.map((p) => this.camera.see(p));
    const at = (k) => seen[Math.max(0, Math.min(seen.length - 1, k))];
    this.context.beginPath();
    this.context.moveTo(seen[0][0], seen[0][1]);
    for (let k = 1; k < seen.length; k++) {
      const [a, b, c, d] = [at(k - 2), at(k - 1), at(k), at(k + 1)];
      const leave = [b[0] + (c[0] - a[0]) / 6, b[1] + (c[1] - a[1]) / 6];
      const reach = [c[0] - (d[0] - b[0]) / 6, c[1] - (d[1] - b[1]) / 6];
      this.context.bezierCurveTo(...leave, ...reach, c[0], c[1]);
    }
  }

  line(points, colour, width, dash = []) {
    this.path(points);
    this.stroke(colour, width, dash);
  }

  stroke(colour, width, dash) {
    Object.assign(this.context, { strokeStyle: colour, lineWidth: width, lineJoin: "round", lineCap: "round" });
    this.context.setLineDash(dash);
    this.context.stroke();
    this.context.setLineDash([]);
  }

  area(points, colour, opacity) {
    this.path(points);
    this.context.globalAlpha *= opacity;
    this.context.fillStyle = colour;
    this.context.fill();
    this.context.globalAlpha /= opacity;
  }

  dot(p, radius, colour) {
    const [x, y] = this.camera.see(p);
    this.context.beginPath();
    this.context.arc(x, y, radius, 0, 2 * Math.PI);
    this.context.fillStyle = colour;
    this.context.fill();
  }

  arrow(from, to, colour) {
    const [x0, y0] = this.camera.see(from);
    const [x1, y1] = this.camera.see(to);
    const length = Math.hypot(x1 - x0, y1 - y0);
    if (!(length > 3)) return;
    const [ux, uy] = [(x1 - x0) / length, (y1 - y0) / length];
    const head = Math.min(10, length / 2);
    this.line([from, to], colour, 2.5);
    this.context.beginPath();
    this.context.moveTo(x1 + 2 * ux, y1 + 2 * uy);
    this.context.lineTo(x1 - head * ux - 0.45 * head * uy, y1 - head * uy + 0.45 * head * ux);
    this.context.lineTo(x1 - head * ux + 0.45 * head * uy, y1 - head * uy - 0.45 * head * ux);
    this.context.closePath();
    this.context.fillStyle = colour;
    this.context.fill();
  }
}

function drawTurntable(brush, body) {
  const rim = ring(body.at, body.size, axis(body.turn, 0), axis(body.turn, 1));
  brush.area(rim, brush.colours.grid, 0.5);
  brush.line(rim, brush.colours.axis, 1.5);
  for (let k = 0; k < 3; k++) {
    const a = (Math.PI * k) / 3;
    const across = along(along([0, 0, 0], Math.cos(a), axis(body.turn, 0)), Math.sin(a), axis(body.turn, 1));
    brush.line([along(body.at, -body.size, across), along(body.at, body.size, across)], brush.colours.axis, k === 0 ? 2 : 0.7);
  }
}

function drawDisk(brush, body) {
  const [a, b] = [axis(body.turn, 0), axis(body.turn, 1)];
  const rim = ring(body.at, body.size, a, b);
  brush.area(rim, body.colour, 0.35);
  brush.line(rim, body.colour, 2.5);
  brush.line([body.at, along(body.at, body.size, b)], body.colour, 2);
  brush.dot(along(body.at, 0.72 * body.size, b), 4, body.colour);
}

/** A ball with its three great circles; what is behind is faint. */
function drawSphere(brush, body) {
  const [x, y] = brush.camera.see(body.at);
  const radius = body.size * brush.camera.scale;
  const light = brush.context.createRadialGradient(x - radius / 3, y - radius / 3, radius / 8, x, y, radius);
  light.addColorStop(0, brush.colours.paper);
  light.addColorStop(1, body.colour);
  brush.context.beginPath();
  brush.context.arc(x, y, radius, 0, 2 * Math.PI);
  brush.context.globalAlpha *= 0.55;
  brush.context.fillStyle = light;
  brush.context.fill();
  brush.context.globalAlpha /= 0.55;
  brush.context.strokeStyle = body.colour;
  brush.context.lineWidth = 1.5;
  brush.context.stroke();
  for (const [i, j] of [[0, 1], [1, 2], [2, 0]]) {
    const circle = ring(body.at, body.size, axis(body.turn, i), axis(body.turn, j));
    const middle = brush.camera.see(body.at)[2];
    for (let k = 0; k < SEGMENTS; k++) {
      const isNear = brush.camera.see(circle[k])[2] >= middle;
      if (isNear) brush.line([circle[k], circle[k + 1]], body.colour, 1.6);
    }
  }
}

function drawBox(brush, body) {
  const [a, b, c] = [0, 1, 2].map((i) => axis(body.turn, i));
  const half = [body.size / 2, body.size / 3.2, body.size / 5];
  const corner = (i, j, k) => along(along(along(body.at, i * half[0], a), j * half[1], b), k * half[2], c);
  const faces = [];
  for (const s of [-1, 1]) {
    faces.push([corner(s, -1, -1), corner(s, 1, -1), corner(s, 1, 1), corner(s, -1, 1)]);
    faces.push([corner(-1, s, -1), corner(1, s, -1), corner(1, s, 1), corner(-1, s, 1)]);
    faces.push([corner(-1, -1, s), corner(1, -1, s), corner(1, 1, s), corner(-1, 1, s)]);
  }
  const depth = (face) => face.reduce((sum, p) => sum + brush.camera.see(p)[2], 0);
  faces.sort((f, g) => depth(f) - depth(g));
  for (const face of faces) {
    brush.area([...face, face[0]], body.colour, 0.3);
    brush.line([...face, face[0]], body.colour, 1.5);
  }
}

function drawBlade(brush, body) {
  const forward = axis(body.turn, 0);
  brush.line([along(body.at, -body.size / 2, forward), along(body.at, body.size / 2, forward)], body.colour, 5);
  brush.dot(along(body.at, body.size / 2, forward), 4, body.colour);
}

function drawSpring(brush, body) {
  const d = body.to.map((v, i) => v - body.from[i]);
  const length = Math.hypot(...d) || 1;
  const side = along([0, 0, 0], 1 / length, [-d[1], d[0], 0]);
  const points = [body.from];
  for (let k = 1; k < 20; k++) points.push(along(along(body.from, k / 20, d), (k % 2 ? 0.04 : -0.04) * length, side));
  brush.line([...points, body.to], body.colour, 2);
}

/** A fixed point about which something turns: a ring that the rods do not hide. */
function drawPivot(brush, body) {
  brush.dot(body.at, 6.5, brush.colours.axis);
  brush.dot(body.at, 4, brush.colours.paper);
}

/** What other shapes stand on. */
const GROUND = { turntable: drawTurntable, plane: (brush, body, reach) => drawGrid(brush, body, gridOf(body, reach)) };

const DRAW = {
  disk: drawDisk,
  sphere: drawSphere,
  box: drawBox,
  blade: drawBlade,
  spring: drawSpring,
  rod: (brush, body) => brush.line([body.from, body.to], body.colour, 4),
  arrow: (brush, body) => brush.arrow(body.from, body.to, body.colour),
  point: (brush, body) => brush.dot(body.at, 7, body.colour),
};

/** A shape of a run at a frame, ready to be drawn. */
function bodyAt(run, shape, frame, colour) {
  const body = { kind: shape.kind, colour };
  for (const place of ["at", "from", "to"]) {
    if (shape[place]) body[place] = pointAt(run, shape[place], frame);
  }
  if (shape.size !== undefined) body.size = valueAt(run, shape.size, frame);
  body.turn = orientationAt(run, shape, frame);
  return body;
}

/** The path of a point up to a frame, in the frame of the lab or of a turning table. */
function drawTrail(brush, run, shape, frame, { curve, dash }) {
  const points = [];
  for (let k = 0; k <= frame; k++) {
    let p = pointAt(run, shape.at, k);
    if (shape.turning !== undefined) {
      p = multiplyPoint(turnZ(valueAt(run, shape.turning, frame) - valueAt(run, shape.turning, k)), p);
    }
    points.push(p);
  }
  if (points.length < 2) return;
  brush.curve(points);
  brush.stroke(brush.colours.curves[curve], 2, dash);
}

function multiplyPoint(m, p) {
  return [0, 1, 2].map((i) => m[3 * i] * p[0] + m[3 * i + 1] * p[1] + m[3 * i + 2] * p[2]);
}
