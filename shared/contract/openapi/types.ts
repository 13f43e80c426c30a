import type { HttpMethod } from '../endpoint.ts';

/** The part of OpenAPI 3.1 (https://spec.openapis.org/oas/v3.1.1.html) that the document uses. */

export interface JsonSchema {
  $ref?: string;
  /** A list when the value may be null. */
  type?: string | string[];
  description?: string;
  examples?: unknown[];
  const?: unknown;
  enum?: unknown[];
  default?: unknown;
  format?: string;
  properties?: Record<string, JsonSchema>;
  required?: string[];
  additionalProperties?: boolean | JsonSchema;
  items?: JsonSchema;
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
  allOf?: JsonSchema[];
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
  [keyword: string]: unknown;
}

export interface Reference {
  $ref: string;
}

export interface Parameter {
  name: string;
  in: 'path' | 'query' | 'header';
  required: boolean;
  description?: string;
  schema: JsonSchema;
  example?: unknown;
}

export interface Example {
  summary?: string;
  value: unknown;
}

export interface MediaType {
  schema: JsonSchema;
  example?: unknown;
  examples?: Record<string, Example>;
}

export interface Content {
  'application/json': MediaType;
}

export interface ResponseObject {
  description: string;
  headers?: Record<string, Reference>;
  content?: Content;
}

export interface Operation {
  /** `area_resource_verbNoun`, such as `v2_models_listModels`. */
  operationId: string;
  tags: string[];
  summary: string;
  security: Record<string, string[]>[];
  parameters?: (Parameter | Reference)[];
  requestBody?: { required: boolean; content: Content };
  responses: Record<string, ResponseObject | Reference>;
}

export type PathItem = { [Method in Lowercase<HttpMethod>]?: Operation };

export interface WebhookItem {
  post: {
    operationId: string;
    tags: string[];
    summary: string;
    parameters: Parameter[];
    requestBody: { required: true; content: Content };
    responses: Record<string, ResponseObject>;
  };
}

export interface SecurityScheme {
  type: 'http';
  scheme: 'bearer';
  description: string;
}

export interface OpenApiDocument {
  openapi: '3.1.1';
  info: { title: string; version: string; summary: string; description: string; license: License };
  servers: { url: string; description: string }[];
  tags: { name: string; description: string }[];
  paths: Record<string, PathItem>;
  webhooks: Record<string, WebhookItem>;
  components: {
    schemas: Record<string, JsonSchema>;
    responses: Record<string, ResponseObject>;
    parameters: Record<string, Parameter>;
    headers: Record<string, { description: string; schema: JsonSchema }>;
    securitySchemes: Record<string, SecurityScheme>;
  };
}

interface License {
  name: string;
  identifier: string;
}
