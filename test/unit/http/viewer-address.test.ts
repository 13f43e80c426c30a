import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { expect, test } from 'vitest';
import { viewerAddress } from '../../../shared/http/request.ts';

const SOURCE = '203.0.113.250';

function seenAs(forwardedFor: string | undefined, sourceIp = SOURCE): string {
  const headers = forwardedFor === undefined ? {} : { 'x-forwarded-for': forwardedFor };
  return viewerAddress({ headers, requestContext: { http: { sourceIp } } } as APIGatewayProxyEventV2);
}

test.each([
  ['the viewer that CloudFront saw', `198.51.100.7, ${SOURCE}`, '198.51.100.7'],
  ['and not whom the viewer leases to be', `10.1.1.1, 10.2.2.2,198.51.100.7, ${SOURCE}`, '198.51.100.7'],
  ['who called where nobody is in between', undefined, SOURCE],
  ['who called where only API Gateway is', SOURCE, SOURCE],
  ['who called when what is claimed is no address', `<script>, ${SOURCE}`, SOURCE],
  ['an IPv6 network', `2001:db8:0:12:a:b:c:d, ${SOURCE}`, '2001:db8:0:12::/64'],
  ['an IPv6 network written short', `2001:db8::1, ${SOURCE}`, '2001:db8:0:0::/64'],
  ['an IPv6 network written long', `2001:0DB8:0000:0000:0000::1, ${SOURCE}`, '2001:db8:0:0::/64'],
])('%s', (_name, forwardedFor, address) => {
  expect(seenAs(forwardedFor)).toBe(address);
});
