import { z } from 'zod';
import {
  claimAnswerSchema,
  claimRequestSchema,
  lookAnswerSchema,
  lookRequestSchema,
  numberProblemSchema,
  overProblemSchema,
  undoAnswerSchema,
} from '#shared/relay-protocol/invitations.ts';
import {
  accessTokenSchema,
  answersAnswerSchema,
  answersRequestSchema,
  claimsAnswerSchema,
  claimsRequestSchema,
  cursorRequestSchema,
  deletionRequestSchema,
  devicesSchema,
  enrolAnswerSchema,
  enrolRequestSchema,
  headSchema,
  meSchema,
  pageSchema,
  proofRequestSchema,
  serviceKeysSchema,
} from '#shared/relay-protocol/messages.ts';
import { partnerSchema } from '#shared/relay-protocol/partner.ts';

/** Bodies of requests, by name, generated from the schemas that the routes parse with. Other members are ignored. */
const requests = {
  Enrolment: enrolRequestSchema,
  Proof: proofRequestSchema,
  Deletion: deletionRequestSchema,
  Cursor: cursorRequestSchema,
  Claims: claimsRequestSchema,
  AnswersTo: answersRequestSchema,
  InvitationLook: lookRequestSchema,
  InvitationClaim: claimRequestSchema,
};

/** Bodies of answers, by name, generated from the schemas that the desktop parses with. The relay sends no other members. */
const answers = {
  Enrolled: enrolAnswerSchema,
  Me: meSchema,
  Devices: devicesSchema,
  Head: headSchema,
  Page: pageSchema,
  Claimed: claimsAnswerSchema,
  Answers: answersAnswerSchema,
  AccessToken: accessTokenSchema,
  ServiceKeys: serviceKeysSchema,
  Partner: partnerSchema,
  Invitation: lookAnswerSchema,
  InvitationClaimed: claimAnswerSchema,
  InvitationUndone: undoAnswerSchema,
};

export type SchemaName = keyof typeof requests | keyof typeof answers | 'Problem' | 'InvitationProblem' | 'State';

const text = { type: 'string' };

/** RFC 9457, plus one word of ours for programs. */
const problem = {
  type: 'object',
  required: ['type', 'title', 'status', 'code', 'detail'],
  properties: {
    type: { const: 'about:blank' },
    title: text,
    status: { type: 'integer', minimum: 400, maximum: 599 },
    code: { ...text, minLength: 1, description: 'One word for programs; the set is open' },
    detail: { ...text, description: 'For people. Nothing of what was sent is repeated in it' },
  },
  additionalProperties: false,
};

/** A problem with what became of an invitation, or with the tries that are left. */
function invitationProblem(): object {
  const { invitation } = overProblemSchema.shape;
  const { left } = numberProblemSchema.shape;
  return {
    ...problem,
    properties: { ...problem.properties, invitation: wireSchemaOf(invitation, false), left: wireSchemaOf(left, false) },
  };
}

export function schemas(): Readonly<Record<SchemaName, object>> {
  return {
    Enrolment: wireSchemaOf(requests.Enrolment, true),
    Proof: wireSchemaOf(requests.Proof, true),
    Deletion: wireSchemaOf(requests.Deletion, true),
    Cursor: wireSchemaOf(requests.Cursor, true),
    Claims: wireSchemaOf(requests.Claims, true),
    AnswersTo: wireSchemaOf(requests.AnswersTo, true),
    InvitationLook: wireSchemaOf(requests.InvitationLook, true),
    InvitationClaim: wireSchemaOf(requests.InvitationClaim, true),
    Enrolled: wireSchemaOf(answers.Enrolled, false),
    Me: wireSchemaOf(answers.Me, false),
    Devices: wireSchemaOf(answers.Devices, false),
    Head: wireSchemaOf(answers.Head, false),
    Page: wireSchemaOf(answers.Page, false),
    Claimed: wireSchemaOf(answers.Claimed, false),
    Answers: wireSchemaOf(answers.Answers, false),
    AccessToken: wireSchemaOf(answers.AccessToken, false),
    ServiceKeys: wireSchemaOf(answers.ServiceKeys, false),
    Partner: wireSchemaOf(answers.Partner, false),
    Invitation: wireSchemaOf(answers.Invitation, false),
    InvitationClaimed: wireSchemaOf(answers.InvitationClaimed, false),
    InvitationUndone: wireSchemaOf(answers.InvitationUndone, false),
    Problem: problem,
    InvitationProblem: invitationProblem(),
    State: { type: 'object', required: ['status'], properties: { status: { enum: ['alive', 'ready'] } }, additionalProperties: false },
  };
}

/** The schema as on the wire, before any transformation. */
function wireSchemaOf(schema: z.ZodType, open: boolean): object {
  const { $schema: _, ...json } = z.toJSONSchema(schema, {
    io: 'input',
    override: ({ jsonSchema }) => {
      if (jsonSchema.type === 'object' && !open) jsonSchema.additionalProperties = false;
      // JSON Schema has no such format; it has `contentEncoding`, which is there already.
      if (jsonSchema.format === 'base64') delete jsonSchema.format;
    },
  });
  return json;
}
