/** Half of the lists of the schema under every fault of the service. */

import { testHalf } from '../support/matrix/wide.ts';

testHalf(1);
