import { conformance } from '../support/providers/conformance.ts';
import { sagemaker } from '../support/providers/sagemaker.ts';

conformance(sagemaker);
