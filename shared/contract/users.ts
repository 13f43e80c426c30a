/** The most users of an organization. One mail goes to all of its owners, and SES sends to 50 recipients at most. */
export const USERS_MAX = 50;
