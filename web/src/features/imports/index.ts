/** Import Clients: patients from a file of another program, step by step, and taking an import back. */
export {};
