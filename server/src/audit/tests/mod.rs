mod log;
mod long;
mod seal;
