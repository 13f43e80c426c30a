/**
 * Of a function that changes the balance of an organization. Requests at the same time change it one after
 * another, so each may wait for others. The time-out is just below API Gateway's limit of 30 s.
 */
export const CHANGES_BALANCE = { timeoutSeconds: 29 } as const;
