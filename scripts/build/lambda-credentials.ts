/** The credentials of a function: those of its role, which Lambda sets as environment variables. */
export { fromEnv as defaultProvider } from '@aws-sdk/credential-provider-env';
