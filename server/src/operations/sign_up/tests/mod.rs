mod availability;
mod cut;
mod find;
mod hosts;
mod sample;
mod sign_up;
