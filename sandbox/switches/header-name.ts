import { z } from 'zod';

/** In lower case, since header names are case-insensitive. */
export const headerName = z
  .string()
  .regex(/^[A-Za-z0-9-]{1,64}$/)
  .toLowerCase();
