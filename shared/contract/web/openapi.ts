import * as z from 'zod';
import { endpoint } from '../endpoint.ts';
import { described } from '../fields.ts';

export const getOpenApi = endpoint({
  operation: 'web/get-openapi',
  summary: 'The OpenAPI document of this API',
  method: 'GET',
  path: '/api/openapi.json',
  auth: 'none',
  response: z.looseObject({
    openapi: described(z.string(), 'The version of OpenAPI.', '3.1.1'),
  }),
  bare: true,
  permissions: [],
});
