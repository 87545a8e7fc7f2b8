//! Typeset expressions and motions.
