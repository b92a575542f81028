// Generated from tables.sql by `npm run generate`. Do not edit.
import { type Optional, table } from '../platform/database/table.ts';
import type { Uuid } from '../values/uuid.ts';

/** A row of `questions`. */
export interface QuestionRow {
  organizationId: Uuid;
  id: Uuid;
  eventId: Uuid;
  /** order: asked once; ticket: asked for each ticket that admits */
  askedOf: 'order' | 'ticket';
  kind: 'text' | 'choice' | 'checkbox' | 'date';
  label: string;
  help: string | null;
  options: string[];
  required: boolean;
  /** the check-in shows the answers */
  atDoor: boolean;
  /** false: asked for the tiers in question_tiers alone */
  ofAllTiers: boolean;
  sortOrder: number;
  createdAt: Date;
  /** since then it is not asked; its answers stay */
  deletedAt: Date | null;
}

/** The values of an insert. */
export type NewQuestionRow = Optional<QuestionRow, 'help' | 'options' | 'required' | 'atDoor' | 'ofAllTiers' | 'sortOrder' | 'deletedAt'>;

export const questionsTable = table<QuestionRow, NewQuestionRow>(
  'questions',
  `organization_id uuid, id uuid, event_id uuid, asked_of text, kind text, label text, help text, options text[] default, required boolean default, at_door boolean default, of_all_tiers boolean default, sort_order int default, created_at timestamptz, deleted_at timestamptz`,
);

/** A row of `question_tiers`. */
export interface QuestionTierRow {
  organizationId: Uuid;
  questionId: Uuid;
  tierId: Uuid;
  eventId: Uuid;
}

/** The values of an insert. */
export type NewQuestionTierRow = QuestionTierRow;

export const questionTiersTable = table<QuestionTierRow, NewQuestionTierRow>(
  'question_tiers',
  `organization_id uuid, question_id uuid, tier_id uuid, event_id uuid`,
);
