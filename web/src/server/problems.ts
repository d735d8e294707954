/** The errors of requests. */

import type { ProblemDetails } from "./types";

/** The server refused the request, and nothing has changed there. */
export class Refused extends Error {
  constructor(readonly problem: ProblemDetails) {
    super(problem.detail);
  }

  get code(): string {
    return this.problem.code;
  }
}

/** The server did not answer. The request may or may not have been carried out. */
export class Unreachable extends Error {}
