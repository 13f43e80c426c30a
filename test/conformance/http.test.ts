import { conformance } from '../support/providers/conformance.ts';
import { http } from '../support/providers/http.ts';

conformance(http);
