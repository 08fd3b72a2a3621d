//! What must never happen: a row of one clinic shown to another, whatever anybody sends, and
//! however a request ends.

mod hammer;
mod hosts;
mod isolation;
mod matrix;
mod panic;
mod proxy;
mod repeat;
mod trips;
mod wall;
