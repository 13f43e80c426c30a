import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { expect, test } from 'vitest';
import { viewerAddress } from '../../../shared/http/request.ts';

const SOURCE = '203.0.113.250';

function addressOf(forwardedFor: string | undefined, sourceIp = SOURCE): string {
  const headers = forwardedFor === undefined ? {} : { 'x-forwarded-for': forwardedFor };
  return viewerAddress({ headers, requestContext: { http: { sourceIp } } } as APIGatewayProxyEventV2);
}

test.each([
  ['the address that CloudFront appended', `198.51.100.7, ${SOURCE}`, '198.51.100.7'],
  [
    'the address that CloudFront appended, after forged ones,',
    `10.1.1.1, 10.2.2.2,198.51.100.7, ${SOURCE}`,
    '198.51.100.7',
  ],
  ['the source address without X-Forwarded-For', undefined, SOURCE],
  ['the source address if only API Gateway is in between', SOURCE, SOURCE],
  ['the source address if the appended value is no address', `<script>, ${SOURCE}`, SOURCE],
  ['the network of an IPv6 address', `2001:db8:0:12:a:b:c:d, ${SOURCE}`, '2001:db8:0:12::/64'],
  ['the network of a shortened IPv6 address', `2001:db8::1, ${SOURCE}`, '2001:db8:0:0::/64'],
  [
    'the network of an IPv6 address with leading zeros',
    `2001:0DB8:0000:0000:0000::1, ${SOURCE}`,
    '2001:db8:0:0::/64',
  ],
])('the viewer address is %s', (_name, forwardedFor, address) => {
  expect(addressOf(forwardedFor)).toBe(address);
});
