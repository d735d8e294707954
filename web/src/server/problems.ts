/** What can go wrong with a request. */

import type { ProblemDetails } from "./types";

/** The server has refused; nothing has changed there. */
export class Refused extends Error {
  constructor(readonly problem: ProblemDetails) {
    super(problem.detail);
  }

  get code(): string {
    return this.problem.code;
  }
}

/** The server did not answer. Whether it has done what was asked is not known. */
export class Unreachable extends Error {}
