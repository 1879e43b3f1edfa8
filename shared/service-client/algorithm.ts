/** The one algorithm of webhook signatures (§ Webhook signature); what a JWT says of itself never chooses another. */
export const ALGORITHM = 'RS512';
