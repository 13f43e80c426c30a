import * as z from 'zod';
import { endpoint } from '../endpoint.ts';

export const getOpenApi = endpoint({
  operation: 'web/get-openapi',
  summary: 'The OpenAPI document of this API',
  method: 'GET',
  path: '/api/openapi.json',
  auth: 'none',
  response: z.looseObject({
    openapi: z.string().meta({ description: 'The version of OpenAPI.', examples: ['3.1.1'] }),
  }),
  bare: true,
  errors: [],
  permissions: [],
});
