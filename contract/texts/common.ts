/** What both sides say of any form (decision 0092). */

export const required = 'Required';
