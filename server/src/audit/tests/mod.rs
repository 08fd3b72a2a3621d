mod log;
mod seal;
