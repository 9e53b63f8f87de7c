const NEVER_SHOWN = 'Visitors never see the survey.'
const NO_ANSWER = 'Visitors see a dash, or the text after "|".'
/** Untranslated texts that a finding names. */
const MAX_NAMED_TEXTS = 3

/**
 * Texts of mistakes because of which a survey does not do what it says, by code. A text says what is wrong, what visitors get
 * because of it, and what to do. Codes stay the same between versions.
 */
export const ERRORS = {
  // Survey
  malformed: (problem: string, effect = NEVER_SHOWN) => `${problem} ${effect}`,
  no_questions: () => `The survey has no questions. ${NEVER_SHOWN} Add one.`,
  unknown_type: (type: unknown, types: readonly string[]) =>
    `"${type}" is not a survey type. ${NEVER_SHOWN} Use ${types.join(', ')}.`,

  // Questions
  duplicate_id: (duplicate: string, id: string) =>
    `An earlier question has the id "${duplicate}". Answers to this one are reported as "${id}". Set another id.`,
  no_text: () => 'The question has no text. Visitors see no question. Write one.',
  blank_choice: () => 'The choice has no text. Visitors see an empty line. Write a label or remove it.',
  duplicate_choice: (choice: string) =>
    `"${choice}" is listed twice. Reports cannot tell them apart. Rename or remove one.`,
  missing_link: () => 'The link has no address. The button opens nothing. Enter an address.',
  refused_link: () =>
    'The address does not begin with https:, http:, mailto: or tel:. The button opens nothing. Correct it.',
  length_rules: (min: number, max: number) =>
    `No text has at least ${min} and at most ${max} characters. Visitors cannot answer. Change a limit.`,
  translated_choices: (count: number) =>
    `The translation needs ${count} choices. Visitors see them untranslated. Add a text for each.`,

  unanswerable: () =>
    'No answer fits the rules of this question. Visitors cannot finish the survey. Change a rule or make it optional.',

  // Flow
  branch_to_nowhere: (target: unknown) =>
    Number.isInteger(target)
      ? `There is no question at position ${target}, counted from 0. Visitors get the next question. Choose another target.`
      : `${JSON.stringify(target) ?? 'A missing target'} is not a position. Visitors get the next question. Choose a target.`,
  unknown_branching: (type: string, types: readonly string[]) =>
    `"${type}" is not a type of branching. Visitors get the next question. Use ${types.join(', ')}.`,
  branching_type: () =>
    'Only single choice questions and ratings of 2, 3, 5, 7 or 10 can branch by response. Visitors get the next question. Branch another way.',
  unreachable: () => 'No path leads to this question. Visitors never see it. Branch to it or remove it.',
  answer_of_nothing: (number: number) =>
    `The text shows the answer to question ${number}, which does not exist. ${NO_ANSWER} Correct the number.`,
  answer_not_shown: () =>
    'Links and choices show no answers. Visitors see the braces. Move the answer into the question.',
  answer_of_link: (number: number) =>
    `The text shows the answer to question ${number}, which is a link. Visitors see "link clicked". Choose another question.`,
  answer_too_early: (number: number) =>
    `The text shows the answer to question ${number}, which nobody has answered by then. ${NO_ANSWER} Choose an earlier question.`,

  // Conditions
  invalid_date: () => `The date cannot be read. ${NEVER_SHOWN} Write it like 2026-01-31.`,
  never_runs: () => `The survey ends before it starts. ${NEVER_SHOWN} Change one of the dates.`,
  invalid_condition: (unknownType: string | undefined) =>
    unknownType
      ? `"${unknownType}" is not a match type. ${NEVER_SHOWN} Choose another one.`
      : `The pattern is not a valid regular expression. ${NEVER_SHOWN} Correct it.`,
  unknown_device: (devices: readonly string[], known: readonly string[]) =>
    `No device meets this condition with ${devices.map(device => `"${device}"`).join(', ')}. ${NEVER_SHOWN} Use ${known.join(', ')}.`,
  cancelled_trigger: (events: readonly string[]) =>
    `${events.map(event => `"${event}"`).join(', ')} both shows and cancels the survey. It never shows the survey. Remove it from one of the lists.`,
  never_shown: (check: string) =>
    `No visitor passes the check "${check}". ${NEVER_SHOWN} Correct the condition.`,
  invalid_selector: () => `The selector has an unpaired bracket or quote. ${NEVER_SHOWN} Correct it.`,
  invalid_trigger: () =>
    'An event or action has a filter that is not valid. It never triggers anything. Correct the filter.',

  // Appearance
  refused_logo: () =>
    'The address does not begin with https: or data:image/. Visitors see no logo. Correct it.',
  widget_without_button: () =>
    'The widget has neither a tab nor a selector. Visitors cannot open it. Set "tab" or "selector".',
  no_widget_selector: (isWidget: boolean) =>
    isWidget
      ? 'The widget has no selector. Visitors cannot open it. Enter a selector.'
      : 'The survey has no selector. Visitors see it at the bottom of the window. Enter a selector.',
}

/** Texts of what is probably not meant, by code. Written like the errors. */
export const WARNINGS = {
  missing_id: (id: string) =>
    `The question has no id. Its answers are reported as "${id}", which changes when questions move. Set an id.`,
  too_few_choices: () => 'There is only one choice. Visitors have nothing to choose from. Add another.',
  unusual_scale: (scales: readonly number[]) =>
    `The scale is not one of ${scales.join(', ')}. Its answers cannot branch. Choose one of these.`,
  open_choice_not_last: (other: string, last: string) =>
    `"${other}" is not the last choice. The text field belongs to "${last}". Move "${other}" to the end.`,
  emoji_scale: (scales: readonly number[]) =>
    `Emoji exist only for scales of ${scales.join(', ')}. Visitors see numbers. Choose one of these scales.`,
  unknown_response: (key: string, keys: readonly string[], byPosition: boolean) =>
    `No answer has the key "${key}". This branch is never taken. Use ${keys.join(', ')}${byPosition ? ' (positions of choices)' : ''}.`,
  circle: () =>
    'This branch can lead back. Visitors follow the branch of the answered question instead. Branch forward.',
  shuffle_ignored: (reason: string) => `Questions are not shuffled, because ${reason}. Turn one off.`,
  variant_without_flag: () =>
    'A flag variant is set, but no flag is linked. The variant is ignored. Link a flag or remove the variant.',
  unmatchable_url: (condition: { target: string; reported: string | undefined; isNegated: boolean }) => {
    const { target, reported, isNegated } = condition
    const effect = isNegated ? 'The condition holds on every page.' : NEVER_SHOWN
    const remedy = reported
      ? `Browsers write it "${reported}". Enter that.`
      : `Enter all of it, from https:// on, or choose "${isNegated ? 'does not contain' : 'contains'}".`
    return `No URL of a page equals "${target}". ${effect} ${remedy}`
  },
  unmatchable_pattern: (isNegated: boolean) =>
    `The pattern begins with a path, and a URL begins with its scheme. ${isNegated ? 'The condition holds on every page.' : NEVER_SHOWN} Remove the "^".`,
  slow_pattern: (pattern: string) =>
    `The pattern "${pattern}" can split a text in exponentially many ways. Pages freeze on some texts of 30 characters. Remove a repetition, or end it with a character that it does not contain.`,
  incomplete_translation: (language: string, total: number, untranslated: readonly string[]) => {
    const count = untranslated.length
    if (count === total)
      return `None of ${total} texts is translated (${language}). Visitors see the original texts. Translate them or remove the language.`
    const named = untranslated.slice(0, MAX_NAMED_TEXTS).map(text => `"${text}"`)
    const others = count > MAX_NAMED_TEXTS ? ` and ${count - MAX_NAMED_TEXTS} more` : ''
    return `${total - count} of ${total} texts are translated (${language}). Visitors see ${named.join(', ')}${others} in the original language. Translate the rest.`
  },
  empty_intro: () => 'The introduction has no text. Visitors never see it. Write one or switch it off.',
  contrast: (background: string, ratio: number, minimum: number) =>
    `The contrast with ${background} is ${ratio}; text needs ${minimum}. Visitors see another shade. Choose one that stands out.`,
}
