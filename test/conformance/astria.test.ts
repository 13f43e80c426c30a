import { astria } from '../support/providers/astria.ts';
import { conformance } from '../support/providers/conformance.ts';

conformance(astria);
