/** The selling company itself: its name, products, competitors, teams and workspaces. */

import { z } from 'zod';
import data from './company.json' with { type: 'json' };

export const { vendor, products, competitors } = data;

/** Teams: a manager and the people under them; `workspace` is the position of the workspace most of their calls lie in. */
export const { teams } = data;

/** Name and description of each workspace. */
export const workspaceNames = z.array(z.tuple([z.string(), z.string()])).parse(data.workspaceNames);
