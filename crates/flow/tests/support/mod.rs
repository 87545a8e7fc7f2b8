//! Fields, manifolds and numbers for the tests.

#![allow(dead_code, unreachable_pub, reason = "every test file uses a part of the support")]
#![allow(non_snake_case, reason = "G and N are the symbols of the manifold")]

pub mod field;
pub mod lagrangian;
pub mod order;
pub mod precise;
pub mod systems;
pub mod tape;
