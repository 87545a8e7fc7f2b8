//! From a mechanical system to its equations of motion, by a principle.
