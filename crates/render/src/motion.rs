//! Equations of motion.
