//! Equations and matrices in lines.
