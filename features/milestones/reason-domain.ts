import { explainer } from '#kit/contract/import/reason.ts'
import { say } from './copy.ts'

/** Why a milestone of another election is not copied. */
export const explainMilestone = explainer(
  {
    'form.unknown': say.noSuchForm,
    'question.unknown': say.noSuchQuestion,
    'milestone.of-message': say.ofMessage,
    'area.unknown': say.noSuchArea,
  },
  {},
)
