// The three answers of a policy, and the law that the stricter one wins.

export type Answer = 'allow' | 'ask' | 'deny'

const order: Readonly<Record<Answer, number>> = { allow: 0, ask: 1, deny: 2 }

/** The strictest of the answers; `allow` when there are none. */
export function strictest(...answers: readonly Answer[]): Answer {
  return answers.reduce((left, right) => (order[right] > order[left] ? right : left), 'allow')
}

/** True when `left` is stricter than `right`. */
export function isStricter(left: Answer, right: Answer): boolean {
  return order[left] > order[right]
}
