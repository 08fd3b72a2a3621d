mod availability;
mod find;
mod hosts;
mod sample;
mod sign_up;
