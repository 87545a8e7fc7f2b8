//! The graph of interned expressions: build, differentiate, substitute. Nothing is expanded and
//! nothing is decided here; whether an expression is zero is asked of `zero`.

mod differentiate;
mod expr;
mod flow;
mod function;
mod node;
mod pool;
mod product;
mod specify;
mod substitute;
mod sum;
mod symbol;
mod table;
mod walk;

pub use differentiate::{gradient, jacobian, partial, rate, rate_below};
pub use expr::{Expr, Fault, apply, pool_size};
pub use flow::flow;
pub use function::{Elementary, Function, Parity, Row, Unspecified};
pub use node::Node;
pub use pool::LARGEST_POOL;
pub use product::product;
pub use specify::Specification;
pub use substitute::Substitution;
pub use sum::sum;
pub use symbol::{Kind, Symbol};
pub use table::FUNCTIONS;
pub(crate) use walk::postorder_above;
pub use walk::{contains, postorder, symbols};
