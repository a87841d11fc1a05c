//! The catalogue of faults: one row each, with its code, weight, message and help, and words that
//! identify the original compiler's message for the same fault.

use std::collections::HashSet;

use quadrille::diagnostic::Diagnostic;

/// The weight of a fault.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Weight {
    /// The game may not play as its author intended.
    Error,
    /// The game plays, but something in it is doubtful.
    Warning,
}

macro_rules! catalogue {
    ($($name:ident $weight:ident $code:literal $text:literal $help:literal $theirs:literal)*) => {
        /// The kinds of faults.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        pub enum Code { $($name),* }

        impl Code {
            pub const ALL: &[Code] = &[$(Code::$name),*];

            pub const fn name(self) -> &'static str {
                match self { $(Code::$name => $code),* }
            }

            const fn weight(self) -> Weight {
                match self { $(Code::$name => Weight::$weight),* }
            }

            const fn text(self) -> &'static str {
                match self { $(Code::$name => $text),* }
            }

            const fn help(self) -> &'static str {
                match self { $(Code::$name => $help),* }
            }

            /// Words that occur in the original compiler's message for this fault and in no other.
            pub const fn theirs(self) -> &'static str {
                match self { $(Code::$name => $theirs),* }
            }
        }
    };
}

catalogue! {
// the text as a whole
StrayClose Warning "stray-close" "')' closes no comment" "remove it, or open the comment with '('" "trying to close a comment here"
AfterEnd Error "after-end" "there is text after {0}" "only a comment may follow on this line" "Only comments should go after"
SectionTwice Error "section-twice" "the section {0} occurs twice" "join the two" "cannot duplicate sections"
SectionFirst Error "section-first" "{0} is not the first section" "move it to the top" "must be the first section"
SectionOrder Error "section-order" "{0} must come after {1}" "add the heading {1}, even if the section is empty, or change the order" "is out of order, must follow"
TooMany Error "too-many" "too many faults: the rest of the source was not read" "fix these first" "too many errors, aborting"
TooLarge Error "too-large" "{0}" "make the game smaller" "\u{0}"
// the prelude
PreludeWord Error "prelude-word" "unknown setting '{0}'" "the settings come first, each on its own line: title, author, homepage, and so on" "Unrecognised stuff"
PreludeValue Error "prelude-value" "'{0}' needs a value" "write it on the same line" "needs a value"
PreludeParameter Warning "prelude-parameter" "{0} takes no value; '{1}' is ignored" "remove it" "take any parameters"
PreludeTwice Warning "prelude-twice" "{0} is set again; it was set on line {1}" "keep one of them" "already defined a"
PreludeComment Warning "prelude-comment" "what follows the comment is ignored" "put the comment on its own line" "embed comments in metadata"
Youtube Warning "youtube" "youtube is no longer supported" "remove the line" "YouTube"
Palette Error "palette" "there is no palette '{0}'" "choose one of the named palettes, or leave the line out" "defaulting to arnecolors"
TextColour Error "text-colour" "text_color '{0}' is not a colour" "write a name such as pink, or #1412FA" "text_color in incorrect"
BackColour Error "background-colour" "background_color '{0}' is not a colour" "write a name such as pink, or #1412FA" "background_color in incorrect"
DimensionForm Warning "dimension-form" "'{0}' is not a size" "write it as 5x5" "Dimensions must be of the form"
DimensionWhole Warning "dimension-whole" "'{0}' is not a whole number" "write the size as 5x5" "as a (whole number) dimension"
DimensionPositive Warning "dimension-positive" "'{0}' is not greater than 0" "write the size as 5x5" "The dimension given to me"
DimensionsUnclear Warning "dimensions-unclear" "'{0}' is not a size" "write it as 5x5" "understand the dimensions given"
DimensionsPositive Warning "dimensions-positive" "'{0}' is not a size greater than 0" "write it as 5x5" "The dimensions given to me"
LongTitle Warning "long-title" "the title does not fit on the title screen" "shorten it" "Game title is too long"
LongAuthor Warning "long-author" "the author's name does not fit on the title screen" "shorten it" "Author name is too long"
// objects
ObjectJunk Warning "object-junk" "this is not part of an object" "a name consists of letters, digits and '_'; a sprite is 5 rows of 5 digits or dots" "Unknown junk in object section"
ObjectTwice Error "object-twice" "the object {0} is defined twice" "rename one of them" "defined multiple times"
NameInUse Error "name-in-use" "the name {0} is in use already" "choose another name" "already in use"
KeywordName Warning "keyword-name" "{0} is a word of the language" "choose another name" "but this is a keyword"
ColourExpected Error "colour-expected" "expected a colour for {0}, found '{1}'" "write a name such as red, or #ff0000" "Was looking for color"
SpriteJunk Error "sprite-junk" "this is not part of the sprite of {0}" "a sprite is 5 rows of 5 digits or dots; leave a blank line after it" "Unknown junk in spritematrix"
SpriteWide Warning "sprite-wide" "this row of the sprite has more than 5 pixels" "a sprite is 5 rows of 5" "Sprites must be 5 wide and 5 high."
SpriteSize Warning "sprite-size" "the sprite of {0} is not 5 rows of 5 pixels" "add or remove pixels" "Sprite graphics must be 5 wide"
ColourNumber Error "colour-number" "{0} has no colour number {1}" "colours are counted from 0" "Trying to access color number"
TooManyColours Error "too-many-colours" "{0} has more than 10 colours" "a sprite can use the digits 0 to 9" "more than 10 colors"
BadColour Error "bad-colour" "'{1}' is not a colour, in the object {0}" "write a name such as red, or #ff0000" "Invalid color specified"
NoColour Error "no-colour" "the object {0} has no colour" "write one on the line after its name" "color not specified for object"
Unlayered Error "unlayered" "{0} is not in a collision layer" "add it to COLLISIONLAYERS" "has been defined, but not assigned to a layer"
NoObjects Error "no-objects" "there are no objects in the collision layers" "define objects and put them into layers" "You need to have some objects"
NoPlayer Error "no-player" "there is no object called player" "define one, or name one in the legend" "or the legends section. There must be a player"
NoBackground Error "no-background" "there is no object called background" "define one, or name one in the legend" "or the legends section. There must be a background"
EmptyName Error "empty-name" "the name {0} means no object" "define the object" "find any object called"
BackgroundMissing Error "background-missing" "nothing is the background" "define an object called background" "Seriously, you have to define"
BackgroundLayer Error "background-layer" "the background is in no layer" "add it to COLLISIONLAYERS" "you have to have a background layer"
BackgroundLayers Error "background-layers" "the objects of the background are in different layers" "put them into one layer" "Background objects must be on the same layer"
BackgroundAggregate Error "background-aggregate" "the background is made with 'and'" "make it one object, or several with 'or'" "background cannot be an aggregate"
// legend
LegendForm Error "legend-form" "this is not a legend entry" "write A = B, A = B and C, or A = B or C" "Incorrect format of legend"
LegendEquals Error "legend-equals" "expected '='" "write A = B, A = B and C, or A = B or C" "In the legend, define new items using the equals symbol - declarations must look like \"A"
LegendJunk Error "legend-junk" "expected a name" "write A = B, A = B and C, or A = B or C" "happening in the LEGEND"
LegendMalformed Error "legend-malformed" "this is not a legend entry" "write A = B, A = B and C, or A = B or C" "legend-entry is incorrectly-formatted"
AndOrMixed Error "and-or-mixed" "'and' and 'or' are mixed" "use one of them in an entry" "mixing ANDs and ORs"
AndOrExpected Error "and-or-expected" "expected 'and' or 'or', found '{0}'" "write A = B and C, or A = B or C" "Expected and 'AND' or an 'OR'"
DefinedByItself Error "defined-by-itself" "{0} is defined by itself" "remove it from the right side" "in terms of itself"
RepeatedMember Warning "repeated-member" "{0} occurs more than once" "remove the repetition" "repeating the object"
UndefinedName Error "undefined-name" "{0} is not defined" "define it before it is used" "You're talking about"
AggregateOfProperty Error "aggregate-of-property" "an entry with 'and' uses {0}, which is made with 'or'" "use objects and entries with 'and'" "Cannot define an aggregate"
PropertyOfAggregate Error "property-of-aggregate" "{0}, with 'or', uses {1}, which is made with 'and'" "use objects and entries with 'or'" "Cannot define a property"
LegendCross Error "legend-cross" "{0} uses {1}, which mixes 'and' with 'or'" "use one kind" "Trying to define "
AggregateOverlap Error "aggregate-overlap" "{0} and {1} are in one layer and cannot be in one cell" "move one of them to another layer" "Trying to create an aggregate object"
ObjectMissing Error "object-missing" "there is no object {0}" "define it" "Object not found with name"
// sounds
SoundStart Warning "sound-start" "expected an event or an object" "write, for instance, sfx0 12345 or player move 12345" "Was expecting a sound event"
SoundName Error "sound-name" "'{0}' is not an object or event" "define it" "unexpected sound token"
SoundSeed Error "sound-seed" "expected the number of a sound" "write, for instance, sfx0 12345" "Was expecting a sound seed here"
SoundVerb Error "sound-verb" "expected move, action, create, destroy or cantmove" "write, for instance, player move 12345" "Was expecting a soundverb"
SoundExtra Error "sound-extra" "nothing may follow '{0}'" "remove '{1}'" "expecting anything after the sound declaration"
SoundDirection Error "sound-direction" "expected a direction or a number after '{0}', found '{1}'" "write, for instance, player move up 12345" "Ah I was expecting direction or a sound seed"
SoundSeedAfter Error "sound-seed-after" "expected a number after '{0}', found '{1}'" "write, for instance, player create 12345" "Ah I was expecting a sound seed"
SoundForm Warning "sound-form" "this sound is incomplete" "write, for instance, player move 12345" "incorrect sound declaration."
SoundData Error "sound-data" "expected a number, found '{0}'" "write, for instance, player move 12345" "Expecting sfx data"
SoundTwice Warning "sound-twice" "{0} has a sound already" "keep one of them" " already declared."
SoundAggregate Error "sound-aggregate" "{0} is made with 'and' and cannot have a sound" "give the sound to its objects" "cannot assign sound events to aggregate"
SoundObject Error "sound-object" "there is no object {0}" "define it" "\" not found."
// layers
NoLayers Error "no-layers" "there are no collision layers" "put every object into a layer" "No collision layers defined"
LayerFirst Error "layer-first" "no layer begins on this line" "write the names at the start of the line" "no layers found"
LayerCharacter Error "layer-character" "unexpected character '{0}'" "separate names by commas" "unexpected character"
LayerAggregate Error "layer-aggregate" "{0} is made with 'and': its objects share cells and cannot share a layer" "put its objects into layers one by one" "cannot be added to a single layer"
LayerUndeclared Error "layer-undeclared" "{0} is not defined" "define it in OBJECTS or LEGEND" "to a collision layer; it has not been declared"
BackgroundAlone Error "background-alone" "the background shares a layer" "give it a layer of its own" "Background must be in a layer by itself"
ManyLayers Warning "many-layers" "{0} is in several layers; the last counts" "keep it in one" "included in multiple collision layers"
LayerTwice Warning "layer-twice" "{0} occurs twice in this layer" "remove the repetition" "included explicitly multiple times"
// rules
NameOutside Error "name-outside" "an object stands outside of brackets" "only directions may stand before the first '['" "Objects cannot appear outside of square"
RuleName Error "rule-name" "'{0}' is not defined" "define it in OBJECTS or LEGEND" "referred to in a rule, does not exist"
RuleComment Error "rule-comment" "'(' starts a comment and cuts the rule off" "put the comment on its own line" "have comments inside rules"
Arrow Error "arrow" "the rule has no '->'" "write [ before ] -> [ after ]" "A rule has to have an arrow"
PlusFirst Error "plus-first" "'+' joins no rule: this is the first one" "remove it" "needs a previous rule"
PlusStart Error "plus-start" "'+' is not at the start of the line" "move it there" "must be the first symbol on the line"
PlusTwice Error "plus-twice" "there are two '+'" "remove one" "Two \"+\"s"
RelativeStart Error "relative-start" "a rule cannot start with a relative direction" "write up, down, left, right, horizontal or vertical, or nothing for all four" "You cannot use relative directions"
RandomGroup Error "random-group" "'random' belongs to the first rule of a group" "move it there" "can only be marked random"
RuleStart Error "rule-start" "'{0}' cannot stand before the first '['" "only directions, late, rigid, random and + can" "The start of a rule must consist"
OpenTwice Warning "open-twice" "'[' follows an open '['" "close the first one" "Multiple opening brackets"
OpenBefore Error "open-before" "'[' follows an unfinished cell" "close the bracket before" "before previous bracket was closed"
CloseTwice Warning "close-twice" "']' closes nothing" "remove it, or add a '['" "Multiple closing brackets"
TwoDirections Error "two-directions" "an object has two directions" "keep one" "an item can only have one direction"
DirectionOutside Warning "direction-outside" "a direction stands between brackets" "put it at the start of the rule" "Directions should be placed at the start"
LateMovement Error "late-movement" "a late rule has a movement" "late rules see no movements: remove it, or remove 'late'" "Movements cannot appear in late rules"
BarOutside Warning "bar-outside" "'|' stands outside of brackets" "use it between the cells of a row" "Janky syntax"
MovementAlone Error "movement-alone" "a movement belongs to no object" "write the object after it" "it has to act on an object"
EllipsisEnd Error "ellipsis-end" "a cell with '...' has a movement" "leave '...' alone in its cell" "Cannot end a rule with ellipses"
LateMix Warning "late-mix" "the group mixes late rules with others" "start another group" "mix late and non-late"
ArrowInside Warning "arrow-inside" "'->' stands within brackets" "close the bracket before it" "inside square brackets"
ArrowTwice Error "arrow-twice" "the rule has two '->'" "split it into two rules" "you can only use \"->\" once"
NameBetween Warning "name-between" "{0} stands outside of brackets" "put it into a cell" "Object names should only be used within cells"
NoTwice Warning "no-twice" "'no {0}' occurs twice in a cell" "remove one" "more than once in a single cell. That"
SameObject Error "same-object" "{0} occurs twice in a cell" "remove one" "You cannot specify the same object more than once"
SameProperty Error "same-property" "two names for one property would be allowed here" "define a second name in the legend" "However, noticing"
EllipsisOutside Warning "ellipsis-outside" "'...' stands outside of brackets" "put it into a cell" "ellipses should only be used within cells"
CommandEarly Error "command-early" "a command stands before '->'" "move it to the end of the rule" "Commands should only appear at the end"
CommandPlace Warning "command-place" "a command stands before the end of the rule" "move it to the end" "Commands should only appear at the end"
SoundUndefined Warning "sound-undefined" "{0} has no sound" "define it in SOUNDS" "Sound effect \""
RuleToken Error "rule-token" "'{0}' cannot stand here" "expected an object, a direction, '|', ']' or a command" "was looking for cell contents"
LateRigid Error "late-rigid" "a late rule cannot be rigid" "remove one of the two words" "Late rules cannot be marked as rigid"
RowCount Warning "row-count" "the two sides have different numbers of brackets" "every '[' on the left needs one on the right" "the number of matches (square bracketed bits)"
RowLength Error "row-length" "a bracket has different numbers of cells on the two sides" "write as many '|' on both sides" "each pattern to match on the left must"
EmptyPattern Error "empty-pattern" "a bracket is empty and would match everywhere" "name an object in it" "totally empty pattern"
EmptyRule Error "empty-rule" "the rule has no brackets" "write [ before ] -> [ after ]" "This rule refers to nothing"
NoAndYes Error "no-and-yes" "the right side asks for {1} and for 'no {0}' in one cell" "keep one" "This is a mistake right"
NoNeedless Warning "no-needless" "'no {0}' is not needed: {1} is there, in the same layer" "remove it" "so you can leave this out"
PropertyRight Error "property-right" "it is not clear which {0} is meant on the right" "use {0} once on the left, or in the same cell" "has a property on the right-hand side"
MovementRight Error "movement-right" "it is not clear which movement '{0}' means on the right" "use it once on the left, or on the same object" "has an ambiguous movement"
NoAggregate Error "no-aggregate" "'no' cannot be used with {0}, which is made with 'and'" "name its objects" "to exclude the aggregate object"
EllipsisAlone Error "ellipsis-alone" "'...' shares its cell" "give it a cell of its own" "have anything in with an ellipsis"
EllipsisEdge Error "ellipsis-edge" "'...' is at the edge of a bracket" "remove it" "no point in putting an ellipsis"
EllipsisLeft Error "ellipsis-left" "'...' on the left has none on the right" "write it in the same cell on the right" "An ellipsis on the left must"
EllipsisRight Error "ellipsis-right" "'...' on the right has none on the left" "write it in the same cell on the left" "An ellipsis on the right must"
EllipsisMany Error "ellipsis-many" "a bracket has more than two '...'" "split the rule" "more than two ellipses"
EllipsisRow Warning "ellipsis-row" "two '...' stand side by side" "one means the same" "two ellipses in a row"
RandomLeft Error "random-left" "'random' stands on the left" "use it on the right" "RANDOM cannot be matched"
RandomSingle Warning "random-single" "'random {0}' has one object to choose from" "use a name made with 'or'" "already a concrete single object"
RandomOverlap Warning "random-overlap" "'random' may choose {0}, which shares a layer with {1}" "move one of them to another layer" "This rule may try to spawn"
RandomUnknown Error "random-unknown" "'random {0}' names no objects" "use a name made with 'or'" "You want to spawn a random"
RuleUnlayered Error "rule-unlayered" "{0} is not in a collision layer" "add it to COLLISIONLAYERS" "Oops!"
NeverMatch Warning "never-match" "the left side asks for {0} and for no {0}: it never matches" "remove the rule, or one of the two" "which can never match"
CannotOverlap Error "cannot-overlap" "{0} and {1} are in one layer and cannot be in one cell" "move one of them to another layer" "object types that can't overlap"
NeverOverlap Error "never-overlap" "{0} and {1} are in one layer: the rule never matches" "move one of them to another layer" "can never overlap"
RigidMany Error "rigid-many" "there are more than 30 rigid groups" "join some of them with '+'" "more than 30 rigid groups"
LoopMiddle Error "loop-middle" "a loop begins or ends within a group" "move it" "loop point in the middle"
LoopEnd Error "loop-end" "endloop without startloop" "add startloop before it" "Found an ENDLOOP"
LoopNested Error "loop-nested" "startloop within a loop" "loops cannot be nested" "already inside a loop"
LoopOpen Error "loop-open" "startloop without endloop" "add endloop" "without a corresponding ENDLOOP"
// win conditions
WinForm Error "win-form" "this is not a win condition" "write, for instance, all target on crate" "incorrect format of win condition"
WinStart Error "win-start" "expected all, some, any or no, found '{0}'" "write, for instance, all target on crate" "Expecting the start of a win condition"
WinOn Error "win-on" "expected 'on', found '{0}'" "write, for instance, all target on crate" "Expecting the word \"ON\""
WinName Error "win-name" "'{0}' is not defined" "define it in OBJECTS or LEGEND" "is not a valid object name"
WinExtra Error "win-extra" "'{0}' cannot stand here" "write, for instance, all target on crate" "Error in win condition: I don't know what to do with"
WinTerm Error "win-term" "'{0}' is not defined" "define it in OBJECTS or LEGEND" "Unwelcome term"
WinShape Error "win-shape" "the win condition is incomplete" "write, for instance, all target on crate" "Win conditions is badly formatted"
// levels
MessageSpace Warning "message-space" "'message' is not followed by a space" "add one" "put a space after 'message'"
Rectangular Warning "rectangular" "the rows of the level have different lengths" "make them equal" "Maps must be rectangular"
Glyph Error "glyph" "'{0}' is not in the legend" "define it in LEGEND" "Do you need to add it to the legend"
MapGlyph Error "map-glyph" "'{0}' is not in the legend" "define it in LEGEND" "used in map, not found"
MapProperty Error "map-property" "'{0}' is made with 'or' and cannot be in a level" "define a glyph with 'and'" "is defined using OR, and therefore ambiguous"
LongMessage Warning "long-message" "the message does not fit on the screen" "shorten it" "Message too long"
LevelComment Error "level-comment" "a comment stands in place of a level" "do not use '(' as a glyph" "Detected a comment where"
NoLevels Error "no-levels" "there are no levels" "add one below LEVELS" "No levels found"
}

/// The place of a fault in the source.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum At {
    Nowhere,
    Line(usize),
    /// A line and the characters in question, counted from 0.
    Span(usize, usize, usize),
}

/// One error or warning.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fault {
    pub code: Code,
    pub args: Vec<String>,
    at: At,
}

impl Fault {
    /// The line, counted from 1; `None` if it is about the whole game.
    pub fn line(&self) -> Option<usize> {
        match self.at {
            At::Nowhere => None,
            At::Line(line) | At::Span(line, _, _) => Some(line),
        }
    }

    pub fn weight(&self) -> Weight {
        self.code.weight()
    }

    pub fn message(&self) -> String {
        self.filled(self.code.text())
    }

    fn filled(&self, text: &str) -> String {
        let mut text = text.to_string();
        for (index, arg) in self.args.iter().enumerate() {
            text = text.replace(&format!("{{{index}}}"), arg);
        }
        text
    }

    /// The fault as a diagnostic of the source.
    pub fn diagnostic(&self, source: &str) -> Diagnostic {
        let diagnostic = Diagnostic::new(self.code.name(), self.message())
            .with_help(self.filled(self.code.help()))
            .at(self.bytes(source));
        match self.weight() {
            Weight::Error => diagnostic,
            Weight::Warning => diagnostic.note(),
        }
    }

    fn bytes(&self, source: &str) -> std::ops::Range<usize> {
        let Some(number) = self.line() else { return 0..0 };
        let mut start = 0;
        let mut line = "";
        for (index, text) in source.split('\n').enumerate() {
            line = text;
            if index + 1 >= number.max(1) {
                break;
            }
            start += text.len() + 1;
        }
        let start = start.min(source.len());
        let byte = |index: usize| line.char_indices().nth(index).map_or(line.len(), |(at, _)| at);
        if let At::Span(_, from, to) = self.at {
            let (from, to) = (byte(from), byte(to));
            return start + from..start + to.max(from);
        }
        // Without columns: the first argument that occurs in the line, else the whole line.
        let lower = line.to_ascii_lowercase();
        for arg in &self.args {
            if let Some(at) = lower.find(&arg.to_ascii_lowercase()).filter(|_| !arg.is_empty()) {
                return start + at..start + at + arg.len();
            }
        }
        let from = line.len() - line.trim_start().len();
        start + from..start + line.trim_end().len().max(from)
    }
}

/// The faults so far.
#[derive(Clone, Default, Debug)]
pub(crate) struct Faults {
    pub(crate) all: Vec<Fault>,
    seen: HashSet<(Code, Option<usize>, Vec<String>)>,
    pub(crate) errors: usize,
}

impl Faults {
    /// The original stops after this many faults of any weight.
    const MOST: usize = 100;

    pub(crate) fn add(&mut self, code: Code, at: At, args: &[&str]) {
        let fault = Fault { code, at, args: args.iter().map(|arg| (*arg).to_string()).collect() };
        if self.is_full() || !self.seen.insert((code, fault.line(), fault.args.clone())) {
            return;
        }
        self.errors += usize::from(code.weight() == Weight::Error);
        self.all.push(fault);
    }

    pub(crate) fn is_full(&self) -> bool {
        self.all.len() > Faults::MOST
    }
}
