/** Texts for all forms, on client and server (decision 0092). */

export const required = 'Required';
