import { conformance } from '../support/providers/conformance.ts';
import { development } from '../support/providers/development.ts';

conformance(development);
