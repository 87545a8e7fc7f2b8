//! From a motion to a tape: the unknowns, the energy and the constraints as plain operations.
//!
//! ```text
//! inputs    t, the state, the parameters, the inputs of the model and their rates that occur
//! outputs   the unknowns (highest derivatives, multipliers), E, residual_<label>
//! ```
//!
//! The state is that of [`Motion::in_quaternions`]. //! The linear system is one operation of the tape. Outputs are named in ASCII spelling, `x''` and
//! `lambda_edge`. Functions without a formula have no place on a tape; give them one first, with
//! [`Motion::map`].

use alembert_algebra::tape::{Builder, LowerError, Slot, Solve, Tape};
use alembert_algebra::{Expr, Kind, Vector, symbols};

use crate::{Linear, Motion};

impl Motion {
    /// The tape that computes the unknowns, the energy and the residuals of the constraints from
    /// the time, the state, the given parameters and the inputs that occur.
    ///
    /// ```
    /// use alembert_algebra::{Expr, Kind, Vector};
    /// use alembert_mechanics::{System, principle::dalembert};
    /// let [x, v] = [0, 1].map(|order| Expr::symbol("x", Kind::Coordinate, order));
    /// let k = Expr::symbol("k", Kind::Parameter { positive: true }, 0);
    /// let spring = System::new(vec![x].into(), v * v - k * x * x, Vector::zeros(1), vec![])?;
    /// let tape = dalembert(&spring)?.tape(&[k])?;
    /// assert_eq!(tape.inputs, ["t", "x", "x'", "k"]);
    /// assert_eq!(tape.outputs.iter().map(|o| &o.0).collect::<Vec<_>>(), ["x''", "E"]);
    /// assert_eq!(tape.evaluate(&[0.0, 3.0, 1.0, 2.0])?.outputs, [-6.0, 19.0]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`LowerError`] for a parameter that is not given and for a function without a formula.
    pub fn tape(&self, parameters: &[Expr]) -> Result<Tape, LowerError> {
        let motion = self.in_quaternions();
        let mut builder = Builder::new(&self.arguments(parameters));
        let unknowns = motion.solve_on(&mut builder)?;
        let named = |(&y, slot): (&Expr, usize)| (spelling(y), slot);
        let mut outputs: Vec<_> = motion.unknowns.iter().zip(unknowns).map(named).collect();
        outputs.push(("E".to_owned(), builder.expression(motion.energy)?));
        for (label, &phi) in motion.labels.iter().zip(motion.residuals.iter()) {
            outputs.push((format!("residual_{label}"), builder.expression(phi)?));
        }
        Ok(builder.finish(outputs))
    }

    /// Puts the linear system on a tape that has the state, and binds the unknowns, so that every
    /// later expression may contain them.
    ///
    /// # Errors
    /// [`LowerError`] for a symbol that has no place on the tape and for a function without a formula.
    pub fn solve_on(&self, builder: &mut Builder) -> Result<Vec<Slot>, LowerError> {
        let solve = self.system.lowered(builder)?;
        let unknowns = builder.solve(solve);
        self.unknowns.iter().zip(&unknowns).for_each(|(&y, &slot)| builder.bind(y, slot));
        Ok(unknowns)
    }

    /// Time, the state, the parameters, and the inputs with their rates as far as they occur.
    #[must_use]
    pub fn arguments(&self, parameters: &[Expr]) -> Vector {
        let mut used = self.system.entries();
        used.extend(self.residuals.iter());
        used.push(self.energy);
        let is_input = |e: &Expr| e.as_symbol().is_some_and(|s| s.kind == Kind::Input);
        let inputs = symbols(&used).into_iter().filter(is_input).collect::<Vec<_>>();
        let time: Vector = vec![Expr::time()].into();
        time.stack(&self.in_quaternions().state).stack(parameters).stack(&inputs)
    }
}

impl Linear {
    /// The same equations between places of a tape.
    fn lowered(&self, builder: &mut Builder) -> Result<Solve, LowerError> {
        Ok(match self {
            Self::Kkt { M, B, A, f, g } => Solve::Kkt {
                M: builder.matrix(M)?,
                B: if B == A { None } else { Some(builder.matrix(B)?) },
                A: builder.matrix(A)?,
                f: builder.expressions(f)?,
                g: builder.expressions(g)?,
            },
            Self::General { W, h } => {
                Solve::General { W: builder.matrix(W)?, h: builder.expressions(h)? }
            }
        })
    }
}

fn spelling(symbol: Expr) -> String {
    symbol.as_symbol().map(|s| s.spelling()).unwrap_or_default()
}
