import { z } from 'zod';

/** Compared without regard to case, as all header names are. */
export const headerName = z
  .string()
  .regex(/^[A-Za-z0-9-]{1,64}$/)
  .toLowerCase();
