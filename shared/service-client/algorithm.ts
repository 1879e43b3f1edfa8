/** The only algorithm of webhook signatures (§ Webhook signature); a JWT's own header never selects another. */
export const ALGORITHM = 'RS512';
