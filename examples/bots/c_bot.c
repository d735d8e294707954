/* A bot in C99 without any library: it plays a random legal action.
 *
 *     cc -std=c99 -O2 -o c_bot c_bot.c && gemgrove check-bot ./c_bot
 *
 * It does not parse a whole message into a tree. It searches the message for the members that it
 * needs and skips the others: it needs "type", the ids, and the actions in "legal".
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LONGEST = 1 << 20, MOST_LEGAL = 4096 };

static char line[LONGEST + 2];

static const char* skip_space(const char* at) {
  while (*at == ' ' || *at == '\t' || *at == '\r' || *at == '\n') ++at;
  return at;
}

/* Skips a text: from its opening quote to just after its closing quote. */
static const char* skip_text(const char* at) {
  for (++at; *at && *at != '"'; ++at) {
    if (*at == '\\' && at[1]) ++at;
  }
  return *at ? at + 1 : at;
}

/* Skips a value of any type: from its beginning to just after its end. */
static const char* skip_value(const char* at) {
  int depth = 0;
  for (;;) {
    const int closes = *at == '}' || *at == ']';
    if (*at == '\0' || (depth == 0 && (closes || *at == ','))) return at;
    depth += *at == '{' || *at == '[';
    depth -= closes;
    at = *at == '"' ? skip_text(at) : at + 1;
  }
}

/* Returns the value of an object's member, or NULL. */
static const char* member(const char* object, const char* name) {
  const size_t length = strlen(name);
  const char* at = skip_space(object);
  if (*at != '{') return NULL;
  at = skip_space(at + 1);
  while (*at == '"') {
    const char* key = at + 1;
    at = skip_space(skip_text(at));
    if (*at != ':') return NULL;
    at = skip_space(at + 1);
    if (strncmp(key, name, length) == 0 && key[length] == '"') return at;
    at = skip_space(skip_value(at));
    if (*at == ',') at = skip_space(at + 1);
  }
  return NULL;
}

static int is(const char* text, const char* word) {
  const size_t length = strlen(word);
  return text && *text == '"' && strncmp(text + 1, word, length) == 0 && text[length + 1] == '"';
}

static void answer(const char* message) {
  long actions[MOST_LEGAL];
  int count = 0;
  const char* game = member(message, "game_id");
  const char* turn = member(message, "turn_id");
  const char* legal = member(message, "legal");
  if (!game || !turn || !legal || *legal != '[') exit(EXIT_FAILURE);
  for (const char* at = skip_space(legal + 1); *at == '{' && count < MOST_LEGAL;) {
    const char* action = member(at, "action");
    if (action) actions[count++] = strtol(action, NULL, 10);
    at = skip_space(skip_value(at));
    if (*at == ',') at = skip_space(at + 1);
  }
  if (count == 0) exit(EXIT_FAILURE);
  /* The id is copied verbatim, including its quotes. */
  printf("{\"type\":\"move\",\"game_id\":%.*s,\"turn_id\":%lld,\"action\":%ld}\n",
         (int)(skip_text(game) - game), game, strtoll(turn, NULL, 10), actions[rand() % count]);
}

int main(void) {
  while (fgets(line, sizeof line, stdin)) {
    const char* type = member(line, "type");
    if (is(type, "hello")) {
      puts("{\"type\":\"hello\",\"protocol\":1,\"name\":\"c_bot\",\"version\":\"1.0\"}");
    } else if (is(type, "your_turn")) {
      answer(line);
    } else if (is(type, "goodbye")) {
      break;
    }
    fflush(stdout);
  }
  return 0;
}
