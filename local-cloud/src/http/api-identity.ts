/** The names of the API on AWS. Handlers see its host name, as behind CloudFront, and not the viewer's. */
export interface ApiIdentity {
  apiId: string;
  accountId: string;
  domainName: string;
}
